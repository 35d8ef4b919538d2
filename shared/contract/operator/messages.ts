import Type from 'typebox'
import { act, read } from './action.ts'
import { AfterId, Flag, Fresh, Id, Input, Maybe, MaybeMoment, Moment, OneOf, Page, Rows, Text, User } from './fields.ts'

export const threadStates = ['waiting', 'answered', 'closed'] as const
export type ThreadState = (typeof threadStates)[number]

const TakenBy = Maybe(Type.String())

export const messageActions = {
  'messages.list': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'support',
    input: Input({
      state: Type.Optional(OneOf(threadStates)),
      after: AfterId,
    }),
    output: Page(
      Type.Object({
        uid: Type.Integer(),
        name: Maybe(Type.String()),
        since: Moment(),
        takenBy: TakenBy,
        takenUntil: MaybeMoment(),
        text: Type.String(),
      }),
    ),
  }),
  'messages.show': read({
    reach: { people: 'one', money: 'none', trust: 'data' },
    role: 'support',
    input: Input({ user: User, before: Type.Optional(Id) }),
    output: Type.Object({
      uid: Type.Integer(),
      language: Type.String(),
      state: Maybe(Type.Enum([...threadStates])),
      waits: MaybeMoment(),
      takenBy: TakenBy,
      takenUntil: MaybeMoment(),
      address: Maybe(Type.String()),
      entries: Rows(
        Type.Object({
          id: Type.String(),
          at: Moment(),
          from: Type.String(),
          text: Type.String(),
          via: Type.Enum(['account', 'mail', 'mail_unproven']),
          images: Rows(Type.Object({ id: Type.String(), width: Type.Integer(), height: Type.Integer() })),
        }),
      ),
      more: Type.Boolean(),
    }),
  }),
  'messages.take': act({
    reach: { people: 'one', money: 'none', trust: 'none' },
    undo: { none: 'lapses' },
    role: 'support',
    input: Input({ user: User }),
    output: Type.Object({ uid: Type.Integer(), until: Moment() }),
  }),
  'messages.answer': act({
    reach: { people: 'one', money: 'none', trust: 'links', varies: true },
    undo: { none: 'sent' },
    role: 'support',
    input: Input({
      user: User,
      text: Text({ holds: 'person' }),
      last: Type.Optional(Id),
      close: Type.Optional(Flag),
    }),
    output: Type.Object({
      uid: Type.Integer(),
      mail: Maybe(Type.Object({ to: Type.String(), subject: Type.String(), text: Type.String() })),
      closes: Type.Boolean(),
      entry: Fresh(Type.String()),
    }),
  }),
  'messages.reopen': act({
    reach: { people: 'one', money: 'none', trust: 'none' },
    undo: { by: 'messages.close' },
    role: 'support',
    input: Input({ user: User }),
    output: Type.Object({ uid: Type.Integer(), unanswered: Type.Boolean() }),
  }),
  'messages.close': act({
    reach: { people: 'one', money: 'none', trust: 'none' },
    undo: { by: 'messages.reopen' },
    role: 'support',
    input: Input({ user: User }),
    output: Type.Object({ uid: Type.Integer(), unanswered: Type.Boolean() }),
  }),
}
