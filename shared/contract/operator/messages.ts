import Type from 'typebox'
import { act, read } from './action.ts'
import { AfterId, Flag, Fresh, Id, Input, Maybe, MaybeMoment, Moment, OneOf, Page, Rows, Text, User } from './fields.ts'

export const threadStates = ['waiting', 'answered', 'closed'] as const
export type ThreadState = (typeof threadStates)[number]

const TakenBy = Maybe(Type.String({ title: 'taken by', none: 'no one' }))

export const messageActions = {
  'messages.list': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'support',
    summary:
      'Lists what people wrote to support: who waits for an answer, the longest first; or what is answered, or closed.',
    input: Input({
      state: Type.Optional(OneOf(threadStates, 'Which; those that wait by default')),
      after: AfterId,
    }),
    output: Page(
      Type.Object({
        uid: Type.Integer(),
        name: Maybe(Type.String()),
        since: Moment(),
        takenBy: TakenBy,
        takenUntil: MaybeMoment(),
        /** Beginning of the message, as much as fits on one line. */
        text: Type.String(),
      }),
      'No one waits.',
    ),
  }),
  'messages.show': read({
    reach: { people: 'one', money: 'none', trust: 'data' },
    role: 'support',
    summary: 'Shows what a person wrote to support and was answered, in the order of time.',
    input: Input({ user: User, before: Type.Optional(Id('messages show', 'What was said before this entry')) }),
    output: Type.Object({
      uid: Type.Integer(),
      language: Type.String(),
      state: Maybe(Type.Enum([...threadStates])),
      /** Time since when the user waits for an answer. */
      waits: MaybeMoment({ none: 'no' }),
      takenBy: TakenBy,
      takenUntil: MaybeMoment(),
      /** Email address that also receives the answer. */
      address: Maybe(Type.String({ none: 'the account alone' })),
      entries: Rows(
        Type.Object({
          id: Type.String(),
          at: Moment(),
          from: Type.String(),
          text: Type.String(),
          via: Type.Enum(['account', 'mail', 'mail_unproven']),
          images: Rows(Type.Object({ id: Type.String(), width: Type.Integer(), height: Type.Integer() })),
        }),
        'They wrote nothing.',
      ),
      more: Type.Boolean(),
    }),
  }),
  'messages.take': act({
    reach: { people: 'one', money: 'none', trust: 'none' },
    undo: { none: 'lapses' },
    role: 'support',
    summary:
      'Takes what a person wrote for 30 minutes, so that no one else answers it meanwhile. Again: 30 minutes more.',
    input: Input({ user: User }),
    output: Type.Object({ uid: Type.Integer(), until: Moment() }),
    says: ['What user {uid} wrote would be yours until {until}.', 'What user {uid} wrote is yours until {until}.'],
  }),
  'messages.answer': act({
    reach: { people: 'one', money: 'none', trust: 'words' },
    undo: { none: 'sent' },
    role: 'support',
    summary:
      'Answers a person in their account, and by mail where they have an address. Without an open thread it begins one.',
    input: Input({
      user: User,
      text: Text('What they read, 4,000 characters at most', { holds: 'person' }),
      last: Type.Optional(
        Id('messages show', 'The last entry that you read: if they have written since, nothing is sent'),
      ),
      close: Type.Optional(Flag('Nothing more is expected: closes the thread with it')),
    }),
    output: Type.Object({
      uid: Type.Integer(),
      /** Mail as it will be sent; null if the user reads the answer in the account only. */
      mail: Maybe(Type.Object({ to: Type.String(), subject: Type.String(), text: Type.String() })),
      closes: Type.Boolean(),
      entry: Fresh(Type.String()),
    }),
  }),
  'messages.reopen': act({
    reach: { people: 'one', money: 'none', trust: 'none' },
    undo: { by: 'messages.close' },
    role: 'support',
    summary:
      'Opens the thread again that was closed last, with all that is in it; who had no answer by then waits for one again.',
    input: Input({ user: User }),
    output: Type.Object({ uid: Type.Integer(), unanswered: Type.Boolean() }),
    says: [
      'Would open what user {uid} wrote again; left without an answer: {unanswered}.',
      'Opened what user {uid} wrote again; left without an answer: {unanswered}.',
    ],
  }),
  'messages.close': act({
    reach: { people: 'one', money: 'none', trust: 'none' },
    undo: { by: 'messages.reopen' },
    role: 'support',
    summary: 'Closes the thread of a person; what they write next begins a new one.',
    input: Input({ user: User }),
    output: Type.Object({ uid: Type.Integer(), unanswered: Type.Boolean() }),
    says: [
      'Would close what user {uid} wrote; left without an answer: {unanswered}.',
      'Closed what user {uid} wrote; left without an answer: {unanswered}.',
    ],
  }),
}
