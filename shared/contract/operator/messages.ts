import Type from 'typebox'
import { maxSupportText, maxTag, replySituations, threadStates } from '../../support-limits.ts'
import { act, edit, read } from './action.ts'
import {
  AfterId,
  Characters,
  Flag,
  Fresh,
  Id,
  Input,
  Kept,
  Maybe,
  MaybeMoment,
  Moment,
  Names,
  OneOf,
  Order,
  Page,
  Rows,
  Text,
  User,
} from './fields.ts'
import { must } from './must.ts'

const TakenBy = Maybe(Type.String())
const Tag = Characters(maxTag, { hint: 'TAG', pattern: '^[\\p{L}\\p{N}][\\p{L}\\p{N} _-]*$' })
const ReplyName = Characters(60, { hint: 'NAME' })
const ReplyText = Characters(maxSupportText)
const UsedFor = OneOf(replySituations)
const reply = {
  name: Type.String(),
  textEn: Type.String(),
  textZh: Type.String(),
  usedFor: Maybe(Kept(UsedFor)),
}

export const messageActions = {
  'messages.list': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'support',
    input: Input({
      state: Type.Optional(OneOf(threadStates)),
      tag: Type.Optional(Tag),
      spokenIn: Type.Optional(OneOf(['en', 'zh-CN'])),
      assigned: Type.Optional(OneOf(['me', 'nobody', 'others'])),
      contains: Type.Optional(Text({ holds: 'person', maxLength: 100 })),
      after: AfterId,
    }),
    output: Page(
      Type.Object({
        uid: Type.Integer(),
        name: Maybe(Type.String()),
        since: Moment(),
        language: Type.String(),
        assignedTo: TakenBy,
        takenBy: TakenBy,
        takenUntil: MaybeMoment(),
        tags: Rows(Type.String()),
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
      assignedTo: TakenBy,
      takenBy: TakenBy,
      takenUntil: MaybeMoment(),
      tags: Rows(Type.String()),
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
    undo: { itself: true },
    role: 'support',
    input: Input({ user: User, leave: Type.Optional(Flag) }),
    output: Type.Object({ uid: Type.Integer(), until: MaybeMoment() }),
  }),
  'messages.tags': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'support',
    input: Input({}),
    output: Type.Object({ tags: Rows(Type.Object({ tag: Type.String(), conversations: Type.Integer() })) }),
  }),
  'messages.tag': act({
    reach: { people: 'one', money: 'none', trust: 'none' },
    undo: { itself: true },
    role: 'support',
    input: Input({
      user: User,
      tags: Names('TAG', { rows: 'lines', must: must('must.characters', { most: maxTag }) }),
    }),
    output: Type.Object({ uid: Type.Integer(), tags: Rows(Type.String()), before: Rows(Type.String()) }),
  }),
  'messages.replies': read({
    reach: { people: 'one', money: 'none', trust: 'data' },
    role: 'support',
    input: Input({ user: User, order: Type.Optional(Order) }),
    output: Type.Object({
      uid: Type.Integer(),
      language: Type.String(),
      situations: Rows(Kept(UsedFor)),
      replies: Rows(
        Type.Object({
          name: Type.String(),
          suggested: Type.Boolean(),
          text: Type.String(),
          missing: Rows(Type.String()),
        }),
      ),
    }),
  }),
  'replies.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'support',
    input: Input({}),
    output: Type.Object({ replies: Rows(Type.Object({ ...reply, by: Type.String(), saved: Moment() })) }),
  }),
  'replies.save': edit({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { itself: true, ifNew: { by: 'replies.remove', given: { reply: 'name' } } },
    role: 'support',
    edits: ['name'],
    input: Input({ name: ReplyName, textEn: ReplyText, textZh: ReplyText, usedFor: Type.Optional(UsedFor) }),
    output: Type.Object({ ...reply, replaces: Type.Boolean() }),
  }),
  'replies.remove': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { by: 'replies.save' },
    role: 'support',
    input: Input({ reply: { ...ReplyName, pick: 'reply' as const } }),
    output: Type.Object(reply),
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
