import Type from 'typebox'
import { act, read } from './action.ts'
import { After, Input, Maybe, MaybeMoment, Reason, Rows, Text, TextFile } from './fields.ts'

const kind = Text('Short name of the benefit', {
  hint: 'ID',
  pattern: '^[a-z0-9][a-z0-9-]{0,62}$',
  must: 'a short name in lower case, like video',
})

export const benefitActions = {
  'benefits.import': act({
    role: 'support',
    summary:
      'Adds accounts to hand out to yearly members. Passwords are sealed; accounts that are known are left alone.',
    input: Input({
      kind,
      file: TextFile('One line for each: account, password and https link, with tabs between them'),
      nameEn: Type.Optional(Text('Name in English, for a new benefit')),
      nameZh: Type.Optional(Text('Name in Chinese, for a new benefit')),
    }),
    output: Type.Object({ kind: Type.String(), added: Type.Integer(), known: Type.Integer() }),
    says: [
      'Would add {added} accounts of {kind}; {known} are known already.',
      'Added {added} accounts of {kind}; {known} are known already.',
    ],
    was: 'benefits import',
  }),
  'benefits.list': read({
    role: 'support',
    summary:
      'How much of each benefit is left; of one kind, who has which. `over`: with someone whose benefits have ended.',
    input: Input({ kind: Type.Optional(kind), after: After('ACCOUNT') }),
    output: Type.Object({
      levels: Rows(Type.Unsafe<object>({ type: 'object' }), 'There is no benefit.'),
      items: Rows(
        Type.Object({
          account: Type.String(),
          user: Maybe(Type.Integer()),
          since: MaybeMoment(),
          until: MaybeMoment(),
        }),
      ),
      next: Maybe(Type.String()),
    }),
    was: 'benefits list',
  }),
  'benefits.withdraw': act({
    role: 'support',
    summary: 'Takes an account out of circulation, because it is broken or its user is no longer entitled.',
    input: Input({ kind, account: Text('Of the benefit'), reason: Reason() }),
    output: Type.Object({ kind: Type.String(), account: Type.String() }),
    says: ['Would withdraw {account} of {kind}.', '{account} of {kind} is withdrawn.'],
    was: 'benefits withdraw',
  }),
}
