import Type from 'typebox'
import { act, edit, read } from './action.ts'
import { After, Flag, InBoth, Input, Live, Maybe, MaybeMoment, OneOf, Reason, Rows, Text, TextFile } from './fields.ts'
import { must } from './must.ts'

const kind = Text('Short name of the benefit', {
  hint: 'ID',
  pattern: '^[a-z0-9][a-z0-9-]{0,62}$',
  must: must('must.benefitName'),
})
const Level = Type.Object({
  kind: Type.String(),
  names: InBoth,
  inStock: Live(Type.Integer()),
  claimed: Live(Type.Integer()),
})

export const benefitActions = {
  'benefits.import': act({
    reach: {
      people: 'everyone',
      money: 'none',
      trust: 'links',
      when: 'it links to a host that no benefit in stock leads to',
    },
    undo: { none: 'accounts' },
    role: 'support',
    summary:
      'Adds accounts to hand out to yearly members. Passwords are sealed; accounts that are in circulation are left alone.',
    input: Input({
      kind,
      file: TextFile('One line for each: account, password and https link, with tabs between them'),
      nameEn: Type.Optional(Text('Name in English, for a new benefit')),
      nameZh: Type.Optional(Text('Name in Chinese, for a new benefit')),
      giveAgain: Type.Optional(
        Flag(
          'Accounts that were withdrawn are handed out again; one that someone had only if the file has another password for it',
        ),
      ),
    }),
    output: Type.Object({
      kind: Type.String(),
      added: Type.Integer(),
      /** Accounts that had been withdrawn earlier; `user`: previous holder. */
      backInStock: Rows(Type.Object({ account: Type.String(), user: Maybe(Type.Integer()) })),
      known: Type.Integer(),
      before: Live(Type.Integer()),
      after: Live(Type.Integer()),
    }),
    says: [
      'Would add {added} accounts of {kind}, {before} → {after} in stock; {known} are known already.',
      'Added {added} accounts of {kind}, {before} → {after} in stock; {known} are known already.',
    ],
  }),
  'benefits.list': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'support',
    summary:
      'How much of each benefit is left; of one kind, who has which. `lapsed`: with someone whose benefits have ended.',
    input: Input({
      kind: Type.Optional(kind),
      part: Type.Optional(OneOf(['unclaimed', 'claimed', 'lapsed'], 'Only those that no one has, or that someone has')),
      after: After('ACCOUNT'),
    }),
    output: Type.Object({
      levels: Rows(
        Type.Object({
          ...Level.properties,
          state: Type.Enum(['in stock', 'running low', 'none left', 'discontinued']),
          lapsed: Type.Integer(),
          outOfUse: Type.Integer(),
        }),
        'There is no benefit.',
      ),
      items: Rows(
        Type.Object({
          account: Type.String(),
          link: Type.String(),
          user: Maybe(Type.Integer()),
          since: MaybeMoment(),
          until: MaybeMoment(),
        }),
      ),
      next: Maybe(Type.String()),
    }),
  }),
  'benefits.withdraw': act({
    reach: { people: 'one', money: 'none', trust: 'none' },
    undo: { none: 'accounts' },
    role: 'support',
    summary: 'Takes an account out of circulation, because it is broken or its user is no longer entitled.',
    input: Input({ kind, account: Text('Of the benefit', { holds: 'shop' }), reason: Reason() }),
    output: Type.Object({
      kind: Type.String(),
      account: Type.String(),
      user: Maybe(Type.Integer()),
      /** True if the holder is still entitled and another account is in stock. */
      another: Maybe(Type.Boolean()),
    }),
    says: ['Would withdraw {account} of {kind}.', '{account} of {kind} is withdrawn.'],
  }),
  'benefits.describe': edit({
    reach: { people: 'everyone', money: 'none', trust: 'words' },
    undo: 'itself',
    role: 'support',
    summary: 'Changes what a benefit is called in both languages. Members read it at once.',
    edits: ['kind'],
    input: Input({ kind, nameEn: Text('Name in English'), nameZh: Text('Name in Chinese') }),
    output: Type.Object({
      kind: Type.String(),
      changes: Rows(Type.Object({ field: Type.String(), before: Type.String(), after: Type.String() })),
    }),
    says: ['Would change the names of {kind}.', 'The names of {kind} are changed.'],
  }),
  'benefits.end': act({
    reach: { people: 'everyone', money: 'none', trust: 'none' },
    undo: { by: 'benefits.resume' },
    role: 'finance',
    summary: 'Stops handing out a benefit. Who has one keeps it for as long as their benefits run.',
    input: Input({ kind, reason: Reason() }),
    output: Level,
    says: ['Would stop handing out {kind}.', '{kind} is handed out to no one any more.'],
  }),
  'benefits.resume': act({
    reach: { people: 'everyone', money: 'none', trust: 'none' },
    undo: { by: 'benefits.end' },
    role: 'finance',
    summary: 'Hands out a benefit again that was stopped.',
    input: Input({ kind, reason: Reason() }),
    output: Level,
    says: ['Would hand out {kind} again.', '{kind} is handed out again.'],
  }),
}
