import Type from 'typebox'
import { act, edit, read } from './action.ts'
import {
  AfterId,
  AtLeast,
  Day,
  Flag,
  Id,
  Input,
  Live,
  Maybe,
  MaybeMoment,
  Moment,
  OneOf,
  Progress,
  Page,
  Reason,
  Rows,
  Text,
  Whole,
  Kept,
} from './fields.ts'
import { must } from './must.ts'

const days = (description: string) => Type.Optional(Whole(1, 3_650, description))
/** Filters of a segment; an absent filter matches everyone. */
const filterFields = {
  membership: Type.Optional(OneOf(['active', 'ended', 'never'], 'How their membership stands')),
  plan: Type.Optional(Text('Who bought this plan, by its id', { hint: 'ID' })),
  endsWithin: days('Whose membership ends within so many days'),
  spokenIn: Type.Optional(OneOf(['en', 'zh-CN'], 'In which language they use the account')),
  paid: Type.Optional(OneOf(['yes', 'no'], 'Whether they ever paid')),
  byAffiliate: Type.Optional(OneOf(['yes', 'no'], 'Whether an affiliate brought them')),
  seenWithin: days('Who was seen within so many days'),
  notSeenWithin: days('Who was not seen within so many days'),
}
const Filter = Type.Object(filterFields)
const name = (description: string) =>
  Type.String({ minLength: 1, maxLength: 60, hint: 'NAME', must: must('must.characters', { most: 60 }), description })
const line = (max: number, description: string) =>
  Type.String({
    minLength: 1,
    maxLength: max,
    pattern: '^[^\\n\\r]+$',
    hint: 'TEXT',
    must: must('must.line', { most: max }),
    description,
  })
const body = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 10_000,
    hint: 'FILE',
    file: 'text',
    must: must('must.characters', { most: 10_000 }),
    description,
  })
/** Text of a mailing. Both languages are required, because each recipient gets their own. */
const textFields = {
  subjectEn: line(120, 'Subject in English'),
  subjectZh: line(120, 'Subject in Chinese'),
  headingEn: line(160, 'Heading in English'),
  headingZh: line(160, 'Heading in Chinese'),
  bodyEn: body('The words in English, plain text with an empty line between paragraphs'),
  bodyZh: body('The words in Chinese'),
  buttonEn: line(60, 'Label of the button in English'),
  buttonZh: line(60, 'Label of the button in Chinese'),
  page: Text('Page of this site to which the button leads', {
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
const Mailing = Id('mailings list', 'Which one')
const Listed = {
  id: Type.String(),
  name: Type.String(),
  kind: OneOf(['news', 'legal'], 'What it tells'),
  state: OneOf(['waiting', 'sending', 'paused', 'stopped', 'done'], 'How far it is'),
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
    summary: 'Lists the segments: filters over people, each under a name.',
    input: Input({}),
    output: Type.Object({
      segments: Rows(
        Type.Object({ name: Type.String(), filter: Filter, by: Type.String(), saved: Moment() }),
        'There is no segment.',
      ),
    }),
  }),
  'segments.count': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary:
      'Counts whom a filter finds now, up to 100,000 or for a second, with five of them under masked names. A name takes the filter that is kept under it.',
    input: Input({ segment: Type.Optional(name('A segment')), ...filterFields }),
    output: Type.Object({
      ...Reach,
      sample: Rows(Type.Object({ uid: Type.Integer(), name: Type.String() }), 'It finds no one.'),
    }),
  }),
  'segments.save': edit({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: 'itself',
    role: 'support',
    summary:
      'Keeps a filter over people under a name. One of the same name is replaced; what was sent by it stays as it was.',
    edits: ['name'],
    input: Input({ name: name('Its name'), ...filterFields }),
    output: Type.Object({ name: Type.String(), ...Reach, replaces: Type.Boolean() }),
    says: ['Would keep {name}, which finds {people} now.', 'Kept {name}.'],
  }),
  'segments.remove': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'saveAgain' },
    role: 'support',
    summary: 'Removes a segment. Mailings that were sent by it stay.',
    input: Input({ segment: name('Which one') }),
    output: Type.Object({ name: Type.String() }),
    says: ['Would remove {name}.', 'Removed {name}.'],
  }),
  'mailings.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary: 'Lists mailings, the newest first, with how far each is.',
    input: Input({ after: AfterId }),
    output: Page(Type.Object(Listed), 'Nothing was ever mailed to many.'),
  }),
  'mailings.show': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary:
      'Shows one mailing: its words, how far it is, whose mail server refused it, and how many of those told asked for no more news since.',
    input: Input({ mailing: Mailing }),
    output: Type.Object({
      ...Listed,
      /** Number of recipients at the time of approval. */
      people: Maybe(Type.Integer()),
      unsubscribed: Type.Integer(),
      filter: Filter,
      /** Null for a legal text, which has fixed wording. */
      words: Maybe(Type.Object(textFields)),
      refused: Rows(Type.Object({ uid: Type.Integer(), at: Moment() }), 'No mail server refused it.'),
    }),
  }),
  'mailings.test': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'sent' },
    role: 'owner',
    summary: 'Sends a mailing to your own address alone, in one language, exactly as people would get it.',
    input: Input({ inLanguage: OneOf(['en', 'zh-CN'], 'In which language'), ...textFields }),
    output: Type.Object({ subject: Type.String() }),
    says: ['Would send “{subject}” to your address.', '“{subject}” is on its way to your address.'],
  }),
  'mailings.send': act({
    reach: { people: 'everyone', money: 'none', trust: 'words' },
    undo: { by: 'mailings.stop', chosen: ['mailing'] },
    role: 'owner',
    stepUp: 'money',
    summary:
      'Mails people who asked for news, in their language, from a moment on and at a bounded rate; one news mail a week for each person at most. It can be paused and stopped.',
    second: 'Above 1,000 people; for a later day, where more than 1,000 ask for news.',
    input: Input({
      name: name('What operators call it'),
      segment: Type.Optional(name('To whom; without it, to everyone who asked for news')),
      ...textFields,
      sendAt: Type.Optional(Day('From then; without it, at once')),
      perMinute: Type.Optional(Whole(1, 1_200, 'How many a minute at most; without it, 120')),
      tested: Flag('You have sent it to yourself and read it'),
    }),
    stream: Progress,
    output: Type.Object({
      ...Reach,
      /** Segment filter, part of what is approved: a segment can change under its name. */
      filter: Maybe(Filter),
      sendAt: Live(Moment()),
      perMinute: Type.Integer(),
      mailEn: Type.String(),
      mailZh: Type.String(),
    }),
    says: ['Would mail {people} people.', 'The mailing to {people} people waits for its time.'],
  }),
  'mailings.pause': act({
    reach: { people: 'everyone', money: 'none', trust: 'words' },
    undo: { by: 'mailings.resume' },
    role: 'owner',
    summary: 'Pauses a mailing: no one more is told until it goes on. What is on its way already arrives.',
    input: Input({ mailing: Mailing }),
    output: changed,
    says: ['Would pause {name}.', '{name} is paused.'],
  }),
  'mailings.resume': act({
    reach: { people: 'everyone', money: 'none', trust: 'words' },
    undo: { by: 'mailings.pause' },
    role: 'owner',
    stepUp: 'money',
    summary: 'Lets a mailing that is paused go on where it stopped.',
    input: Input({ mailing: Mailing }),
    output: changed,
    says: ['Would let {name} go on.', '{name} goes on.'],
  }),
  'mailings.stop': act({
    reach: { people: 'everyone', money: 'none', trust: 'words' },
    undo: { none: 'newMailing' },
    role: 'owner',
    summary: 'Stops a mailing for good, also what waits to be sent.',
    input: Input({ mailing: Mailing, reason: Reason() }),
    output: changed,
    says: ['Would stop {name} for good.', '{name} is stopped.'],
  }),
}
export type SegmentFilter = Type.Static<typeof Filter>
export type MailingTexts = Readonly<Record<keyof typeof textFields, string>>
