import Type from 'typebox'
import { act, edit, read } from './action.ts'
import {
  AfterId,
  AtLeast,
  Characters,
  Day,
  Flag,
  Id,
  Input,
  Kept,
  Line,
  Live,
  Maybe,
  MaybeMoment,
  Moment,
  OneOf,
  Page,
  Progress,
  Reason,
  Rows,
  Text,
  Whole,
} from './fields.ts'
import { must } from './must.ts'

const days = Type.Optional(Whole(1, 3_650))
const filterFields = {
  membership: Type.Optional(OneOf(['active', 'ended', 'never'])),
  plan: Type.Optional(Text({ hint: 'ID', pick: 'plan' })),
  endsWithin: days,
  spokenIn: Type.Optional(OneOf(['en', 'zh-CN'])),
  paid: Type.Optional(OneOf(['yes', 'no'])),
  byAffiliate: Type.Optional(OneOf(['yes', 'no'])),
  seenWithin: days,
  notSeenWithin: days,
}
const Filter = Type.Object(filterFields)
const name = Characters(60, { hint: 'NAME' })
const body = Characters(10_000, { hint: 'FILE', file: 'text' })
/** Text of a mailing. Both languages are required, because each recipient gets their own. */
const textFields = {
  subjectEn: Line(120),
  subjectZh: Line(120),
  headingEn: Line(160),
  headingZh: Line(160),
  bodyEn: body,
  bodyZh: body,
  buttonEn: Line(60),
  buttonZh: Line(60),
  page: Text({
    hint: '/pricing',
    must: must('must.sitePath'),
    pattern: '^/(?:[a-z0-9][a-z0-9/_-]{0,100})?(?:#[a-z0-9-]{1,60})?$',
  }),
}
const Reach = {
  people: Live(Type.Integer()),
  en: Live(Type.Integer()),
  zh: Live(Type.Integer()),
  unasked: Live(Type.Integer()),
  noAddress: Live(Type.Integer()),
  atLeast: Live(AtLeast),
}
const Counts = {
  queued: Live(Type.Integer()),
  sent: Live(Type.Integer()),
  failed: Live(Type.Integer()),
  skipped: Live(Type.Integer()),
}
const Mailing = { ...Id, pick: 'mailing' as const }
const Listed = {
  id: Type.String(),
  name: Type.String(),
  kind: OneOf(['news', 'legal']),
  state: OneOf(['waiting', 'sending', 'paused', 'stopped', 'done']),
  at: Moment(),
  perMinute: Type.Integer(),
  ...Counts,
  by: Type.String(),
  finished: MaybeMoment(),
}
const changed = Type.Object({ name: Type.String(), before: Kept(Type.String()), after: Kept(Type.String()), ...Counts })

export const mailingActions = {
  'segments.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({}),
    output: Type.Object({
      segments: Rows(Type.Object({ name: Type.String(), filter: Filter, by: Type.String(), saved: Moment() })),
    }),
  }),
  'segments.count': read({
    mayLag: true,
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({ segment: Type.Optional({ ...name, pick: 'segment' as const }), ...filterFields }),
    output: Type.Object({
      ...Reach,
      sample: Rows(Type.Object({ uid: Type.Integer(), name: Type.String() })),
    }),
  }),
  'segments.save': edit({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { itself: true, ifNew: { by: 'segments.remove', given: { segment: 'name' } } },
    role: 'support',
    edits: ['name'],
    input: Input({ name: name, ...filterFields }),
    output: Type.Object({ name: Type.String(), ...Reach, replaces: Type.Boolean() }),
  }),
  'segments.remove': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'saveAgain' },
    role: 'support',
    input: Input({ segment: { ...name, pick: 'segment' as const } }),
    output: Type.Object({ name: Type.String() }),
  }),
  'mailings.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({ after: AfterId }),
    output: Page(Type.Object(Listed)),
  }),
  'mailings.show': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({ mailing: Mailing }),
    output: Type.Object({
      ...Listed,
      people: Maybe(Type.Integer()),
      unsubscribed: Type.Integer(),
      filter: Filter,
      /** Texts of a mailing; null for a mailing about a legal text, which has a fixed text. */
      words: Maybe(Type.Object(textFields)),
      refused: Rows(Type.Object({ uid: Type.Integer(), at: Moment() })),
    }),
  }),
  'mailings.test': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'sent' },
    role: 'owner',
    input: Input({ inLanguage: OneOf(['en', 'zh-CN']), ...textFields }),
    output: Type.Object({ subject: Type.String() }),
  }),
  'mailings.send': act({
    reach: { people: 'everyone', money: 'none', trust: 'words' },
    undo: { by: 'mailings.stop', chosen: ['mailing'], stays: 'mailing' },
    role: 'owner',
    stepUp: 'money',
    input: Input({
      name: name,
      segment: Type.Optional({ ...name, pick: 'segment' as const }),
      ...textFields,
      sendAt: Type.Optional(Day),
      perMinute: Type.Optional(Whole(1, 1_200)),
      tested: Flag,
    }),
    stream: Progress,
    output: Type.Object({
      ...Reach,
      /**
       * Filter of the segment (saved group of people). The filter is part of what is approved, because a segment can
       * change under its name.
       */
      filter: Maybe(Filter),
      sendAt: Live(Moment()),
      perMinute: Type.Integer(),
      mailEn: Type.String(),
      mailZh: Type.String(),
    }),
  }),
  'mailings.pause': act({
    reach: { people: 'everyone', money: 'none', trust: 'words' },
    undo: { by: 'mailings.resume' },
    role: 'owner',
    input: Input({ mailing: Mailing }),
    output: changed,
  }),
  'mailings.resume': act({
    reach: { people: 'everyone', money: 'none', trust: 'words' },
    undo: { by: 'mailings.pause', stays: 'mailsLeft' },
    role: 'owner',
    stepUp: 'money',
    input: Input({ mailing: Mailing }),
    output: changed,
  }),
  'mailings.stop': act({
    reach: { people: 'everyone', money: 'none', trust: 'words' },
    undo: { none: 'newMailing' },
    role: 'owner',
    input: Input({ mailing: Mailing, reason: Reason }),
    output: changed,
  }),
}
export type SegmentFilter = Type.Static<typeof Filter>
export type MailingTexts = Readonly<Record<keyof typeof textFields, string>>
