import Type from 'typebox'
import { act, edit, read } from './action.ts'
import { After, Flag, InBoth, Input, Live, Maybe, MaybeMoment, OneOf, Reason, Rows, Text, TextFile } from './fields.ts'
import { must } from './must.ts'

const kindName = { hint: 'ID', pattern: '^[a-z0-9][a-z0-9-]{0,62}$', must: must('must.benefitName') } as const
const kind = Text({ ...kindName, pick: 'benefit' })
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
      varies: true,
    },
    undo: { none: 'accounts' },
    role: 'support',
    input: Input({
      kind: Text(kindName),
      file: TextFile(),
      nameEn: Type.Optional(Text()),
      nameZh: Type.Optional(Text()),
      giveAgain: Type.Optional(Flag),
    }),
    output: Type.Object({
      kind: Type.String(),
      added: Type.Integer(),
      backInStock: Rows(Type.Object({ account: Type.String(), user: Maybe(Type.Integer()) })),
      known: Type.Integer(),
      before: Live(Type.Integer()),
      after: Live(Type.Integer()),
    }),
  }),
  'benefits.list': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'support',
    input: Input({
      kind: Type.Optional(kind),
      part: Type.Optional(OneOf(['unclaimed', 'claimed', 'lapsed'])),
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
    input: Input({ kind, account: Text({ holds: 'shop' }), reason: Reason }),
    output: Type.Object({
      kind: Type.String(),
      account: Type.String(),
      user: Maybe(Type.Integer()),
      /**
       * True if the previous holder of the withdrawn account is still entitled to the benefit and another account is in
       * stock.
       */
      another: Maybe(Type.Boolean()),
    }),
  }),
  'benefits.describe': edit({
    reach: { people: 'everyone', money: 'none', trust: 'words' },
    undo: { itself: true },
    role: 'support',
    edits: ['kind'],
    input: Input({ kind, nameEn: Text(), nameZh: Text() }),
    output: Type.Object({
      kind: Type.String(),
      changes: Rows(Type.Object({ field: Type.String(), before: Type.String(), after: Type.String() })),
    }),
  }),
  'benefits.end': act({
    reach: { people: 'everyone', money: 'none', trust: 'none' },
    undo: { by: 'benefits.resume' },
    role: 'finance',
    input: Input({ kind, reason: Reason }),
    output: Level,
  }),
  'benefits.resume': act({
    reach: { people: 'everyone', money: 'none', trust: 'none' },
    undo: { by: 'benefits.end' },
    role: 'finance',
    input: Input({ kind, reason: Reason }),
    output: Level,
  }),
}
