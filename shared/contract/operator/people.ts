import Type from 'typebox'
import { act, read } from './action.ts'
import {
  AfterUid,
  Characters,
  Flag,
  InBoth,
  Input,
  Kept,
  Live,
  Maybe,
  MaybeMoment,
  Moment,
  OneOf,
  Page,
  Reason,
  Rows,
  Text,
  User,
  Whole,
  Said,
} from './fields.ts'
import { must } from './must.ts'
import { membershipStates, peopleSorts } from './people-sorts.ts'

const atMost = { must: must('must.wholeInAll', { least: 1, most: 3660 }) }

const yesOrNo = Type.Optional(OneOf(['yes', 'no']))
/** Filters of the list of people and of its export. Names and meaning are those of a segment (saved filter). */
export const peopleFilters = {
  membership: Type.Optional(OneOf(membershipStates)),
  endsWithin: Type.Optional(Whole(1, 3_650)),
  plan: Type.Optional(Text({ hint: 'ID', pick: 'plan' })),
  paid: yesOrNo,
  blocked: yesOrNo,
  spokenIn: Type.Optional(OneOf(['en', 'zh-CN'])),
}

export const peopleActions = {
  'people.list': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    input: Input({ ...peopleFilters, sort: Type.Optional(OneOf(peopleSorts)), after: AfterUid }),
    output: Page(
      Type.Object({
        user: Type.Integer(),
        name: Type.String(),
        plan: Maybe(InBoth),
        memberUntil: MaybeMoment(),
        registered: Moment(),
        language: Kept(Type.String()),
        blocked: MaybeMoment(),
      }),
    ),
  }),
  'people.find': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    input: Input({ query: Text() }),
    output: Type.Object({
      users: Rows(
        Type.Object({
          uid: Type.Integer(),
          inviteCode: Type.String(),
          language: Type.String(),
          registered: Moment(),
          memberUntil: MaybeMoment(),
        }),
      ),
      more: Type.Boolean(),
    }),
  }),
  'people.give-time': act({
    reach: { people: 'one', money: 'time', trust: 'none' },
    undo: { by: 'people.reverse-grant', chosen: ['grant'], stays: 'entries' },
    role: 'support',
    input: Input({
      user: User,
      days: Type.Optional(Whole(1, 3_660, atMost)),
      hours: Type.Optional(Whole(1, 87_840, atMost)),
      minutes: Type.Optional(Whole(1, 5_270_400, atMost)),
      reason: Reason,
    }),
    output: Type.Object({ uid: Type.Integer(), before: MaybeMoment(), after: Moment() }),
  }),
  'people.block': act({
    reach: { people: 'one', money: 'none', trust: 'access' },
    undo: { by: 'people.unblock', stays: 'signInsAndTold' },
    role: 'support',
    input: Input({
      user: User,
      toldReason: Type.Optional(Characters(1_000)),
      sayNothing: Type.Optional(Flag),
      stopTime: Type.Optional(Flag),
      reason: Reason,
    }),
    output: Type.Object({
      uid: Type.Integer(),
      signIns: Live(Type.Integer()),
      openOrders: Live(Type.Integer()),
      toldReason: Maybe(Type.String()),
      timeStops: Type.Boolean(),
      earnsOn: Type.Boolean(),
    }),
  }),
  'people.unblock': act({
    reach: { people: 'one', money: 'none', trust: 'none' },
    undo: { by: 'people.block', stays: 'told' },
    role: 'support',
    input: Input({ user: User, reason: Reason }),
    output: Type.Object({
      uid: Type.Integer(),
      since: Moment(),
      seconds: Live(Type.Integer()),
      /** `seconds` in words. */
      timeBack: Live(Said()),
      memberUntil: Live(MaybeMoment()),
    }),
  }),
}
