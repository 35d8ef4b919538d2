import Type from 'typebox'
import { act, read } from './action.ts'
import { Day, Flag, Input, Live, Maybe, MaybeMoment, Moment, OneOf, Reason, Rows, Said, Text, Whole } from './fields.ts'
import { must } from './must.ts'

const TextName = Text('Such as clause/terms-of-service', {
  hint: 'KIND/NAME',
  must: must('must.textName'),
  pattern: '^(announcement|faq|clause|page|mail)/[a-z0-9]+(-[a-z0-9]+)*$',
})
const Language = OneOf(['en', 'zh-CN'], 'Of which language')
const Expected = Whole(0, 2_147_483_647, 'The version of the draft that you saw; 0 where there was none')
const line = (max: number, description: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: max,
      hint: 'TEXT',
      must: must('must.characters', { most: max }),
      description,
      holds: 'shop',
    }),
  )
const body = (description: string) =>
  Type.Optional(
    Type.String({
      maxLength: 100_000,
      hint: 'FILE',
      file: 'text',
      must: must('must.characters', { most: 100_000 }),
      description,
    }),
  )

/** Fields of a draft; absent fields are empty. */
const draftFields = {
  titleEn: line(200, 'Title in English; of the FAQ, the question; of a mail, its subject'),
  titleZh: line(200, 'Title in Chinese'),
  summaryEn: line(500, 'A sentence for lists and search engines; of a mail, its heading'),
  summaryZh: line(500, 'The same in Chinese'),
  markdownEn: body('The text in English, as Markdown'),
  markdownZh: body('The text in Chinese, as Markdown'),
  actionEn: line(80, 'Of a mail: the label of its link, in English'),
  actionZh: line(80, 'Of a mail: the label of its link, in Chinese'),
  date: Type.Optional(Day('Of an announcement: the day that stands above it; others name the day they are published')),
  from: Type.Optional(Day('Holds from then; without it, at once')),
  until: Type.Optional(Day('Of an announcement: shown until then')),
  category: line(80, 'Of the FAQ: the category that it stands in'),
  place: Type.Optional(Whole(0, 999, 'Place in its list, from 0')),
  sample: Type.Optional(Flag('Marked as a sample')),
  stillRight: Type.Optional(Flag('One language was changed, and the other is still right as it stands')),
}
const Finding = Type.Object({
  finding: Type.String(),
  where: Type.String(),
  /** What to select in the field: paragraphs, characters or words. */
  names: Type.Array(Type.String()),
  says: Said(),
  /** True if the draft can be published anyway. */
  harmless: Type.Boolean(),
})
const Newest = Rows(
  Type.Object({
    language: Type.String(),
    version: Type.Integer(),
    state: Type.String(),
    date: Type.String(),
    from: MaybeMoment({ none: 'at once' }),
  }),
  'It was never published.',
)
const Draft = Type.Object({
  version: Type.Integer(),
  baseEn: Type.Integer(),
  baseZh: Type.Integer(),
  by: Type.String(),
  written: Moment(),
})

export const textReads = {
  'content.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary: 'Lists every text with how it stands: public, to come, withdrawn, in one language alone, with a draft.',
    input: Input({}),
    output: Type.Object({
      texts: Rows(
        Type.Object({
          text: Type.String(),
          titleEn: Type.String(),
          titleZh: Type.String(),
          state: Type.String(),
          version: Type.Integer(),
          date: Type.String(),
          missing: Maybe(Type.String()),
          draftBy: Maybe(Type.String()),
          draftAt: MaybeMoment(),
        }),
        'There is no text.',
      ),
    }),
  }),
  'content.open': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary: 'Shows one text for editing: its draft, what is public, what it may name, and what is wrong with it.',
    input: Input({ text: TextName }),
    output: Type.Object({
      fields: Type.Object(draftFields),
      published: Maybe(Type.Object(draftFields)),
      /** Built-in wording of a mail, used while no other text is published. */
      standard: Maybe(Type.Object(draftFields)),
      newest: Newest,
      draft: Maybe(Draft),
      findings: Rows(Finding, 'Nothing is wrong.'),
      facts: Rows(Type.Object({ name: Type.String(), en: Type.String(), zh: Type.String() })),
      categories: Rows(
        Type.Object({ category: Type.String(), en: Type.String(), zh: Type.String() }),
        'There is none.',
      ),
    }),
  }),
  'content.wording': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary: 'Shows one version of a text as it was published.',
    input: Input({ text: TextName, language: Language, version: Whole(1, 1_000_000, 'Which version') }),
    output: Type.Object({
      title: Type.String(),
      summary: Type.String(),
      markdown: Type.String(),
      action: Type.String(),
      by: Type.String(),
      written: Moment(),
    }),
  }),
}

export const textActs = {
  'content.save-draft': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { by: 'content.discard-draft', given: { expect: 'version' } },
    role: 'support',
    summary:
      'Keeps a draft of a text in both languages. Nothing is public by it; what another operator saved meanwhile is not overwritten.',
    input: Input({
      text: TextName,
      expect: Expected,
      baseEn: Whole(0, 1_000_000, 'The version in English that it changes; 0 for none'),
      baseZh: Whole(0, 1_000_000, 'The version in Chinese that it changes; 0 for none'),
      ...draftFields,
    }),
    output: Type.Object({ version: Live(Type.Integer()), written: Moment({ live: true }), findings: Rows(Finding) }),
    says: ['Would keep the draft of {text}.', 'The draft of {text} is kept.'],
  }),
  'content.discard-draft': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'draft' },
    role: 'support',
    summary: 'Throws the draft of a text away. What is public stays.',
    input: Input({ text: TextName, expect: Expected }),
    output: Type.Object({ version: Type.Integer(), by: Type.String() }),
    says: ['Would throw away the draft of {text}, saved by {by}.', 'The draft of {text} is gone.'],
  }),
  'content.publish-text': act({
    reach: {
      people: 'everyone',
      money: 'none',
      trust: 'links',
      when: 'it links to a host that no public text or setting leads to',
    },
    undo: { by: 'content.restore', chosen: ['language', 'version'] },
    role: 'support',
    summary:
      'Publishes the draft of one text, in both languages at once. A legal text takes an owner and a code, a mail a code.',
    second: 'Where it is told by mail to more than 1,000 people.',
    input: Input({
      text: TextName,
      expect: Expected,
      tell: Type.Optional(Flag('Of a legal text: everyone with an address is told of it by mail, once')),
      tellAt: Type.Optional(Day('They are told from then on; without it, at once')),
    }),
    output: Type.Object({
      versions: Rows(Type.Object({ language: Type.String(), before: Type.Integer(), after: Type.Integer() })),
      paragraphs: Rows(
        Type.Object({
          language: Type.String(),
          part: Type.String(),
          before: Maybe(Type.String()),
          after: Maybe(Type.String()),
        }),
      ),
      from: MaybeMoment({ none: 'at once' }),
      until: MaybeMoment({ none: 'without end' }),
      overtakes: Maybe(Type.String()),
      agreeAnew: OneOf(['everyone', 'no one'], 'Who agrees anew at their next sign-in'),
      tells: Maybe(Live(Type.Integer())),
      old: OneOf(['kept as a version', 'there was none'], 'What becomes of the wording before'),
    }),
    says: ['Would publish {text}.', '{text} is published. It shows within seconds.'],
  }),
  'content.withdraw': act({
    reach: { people: 'everyone', money: 'none', trust: 'words' },
    undo: { by: 'content.restore', chosen: ['language', 'version'] },
    role: 'support',
    summary:
      'Takes a text off the site, in both languages. Its versions stay. A mail is sent in the product’s own words again, which takes a code; a legal text takes an owner and a code.',
    input: Input({ text: TextName, reason: Reason() }),
    output: Type.Object({
      versions: Rows(Type.Object({ language: Type.String(), before: Type.Integer(), after: Type.Integer() })),
    }),
    says: ['Would take {text} off the site.', '{text} is off the site within seconds.'],
  }),
  'content.restore': act({
    reach: { people: 'everyone', money: 'none', trust: 'words' },
    undo: 'itself',
    role: 'support',
    summary:
      'Publishes an earlier version of a text again, as a new version. A legal text takes an owner and a code, a mail a code.',
    input: Input({
      text: TextName,
      language: Language,
      version: Whole(1, 1_000_000, 'Which version'),
      reason: Reason(),
    }),
    output: Type.Object({
      after: Type.Integer(),
      paragraphs: Rows(Type.Object({ part: Type.String(), before: Maybe(Type.String()), after: Maybe(Type.String()) })),
      until: MaybeMoment({ none: 'without end' }),
      overtakes: Maybe(Type.String()),
      agreeAnew: OneOf(['everyone', 'no one'], 'Who agrees anew at their next sign-in'),
    }),
    says: [
      'Would publish version {version} of {text} again, as version {after}.',
      'Version {version} of {text} is public again, as version {after}.',
    ],
  }),
}
