import Type from 'typebox'
import { act, read } from './action.ts'
import {
  Characters,
  Day,
  Flag,
  Input,
  Live,
  Maybe,
  MaybeMoment,
  Moment,
  Names,
  OneOf,
  Reason,
  Rows,
  Said,
  Text,
  Whole,
} from './fields.ts'
import { must } from './must.ts'

const TextName = Text({
  hint: 'KIND/NAME',
  must: must('must.textName'),
  pattern: '^(announcement|faq|clause|page|mail)/[a-z0-9]+(-[a-z0-9]+)*$',
})
const Language = OneOf(['en', 'zh-CN'])
const Expected = Whole(0, 2_147_483_647)
const line = (most: number) => Type.Optional(Characters(most, { holds: 'shop' }))
const body = Type.Optional(
  Type.String({
    maxLength: 100_000,
    hint: 'FILE',
    file: 'text',
    must: must('must.characters', { most: 100_000 }),
  }),
)

const draftFields = {
  titleEn: line(200),
  titleZh: line(200),
  summaryEn: line(500),
  summaryZh: line(500),
  markdownEn: body,
  markdownZh: body,
  actionEn: line(80),
  actionZh: line(80),
  date: Type.Optional(Day),
  from: Type.Optional(Day),
  until: Type.Optional(Day),
  category: line(80),
  place: Type.Optional(Whole(0, 999)),
  incident: Type.Optional(Flag),
  sample: Type.Optional(Flag),
  stillRight: Type.Optional(Flag),
}
const Finding = Type.Object({
  finding: Type.String(),
  where: Type.String(),
  /** Paragraphs, characters or words of the draft that the warning is about. */
  names: Type.Array(Type.String()),
  says: Said(),
  /** True if the draft can be published in spite of this warning. */
  harmless: Type.Boolean(),
})
const Newest = Rows(
  Type.Object({
    language: Type.String(),
    version: Type.Integer(),
    state: Type.String(),
    date: Type.String(),
    from: MaybeMoment(),
  }),
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
      ),
    }),
  }),
  'content.open': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({ text: TextName }),
    output: Type.Object({
      fields: Type.Object(draftFields),
      published: Maybe(Type.Object(draftFields)),
      standard: Maybe(Type.Object(draftFields)),
      /** True if the fields are the sample that comes with the product, and nothing has been saved or published. */
      isSample: Type.Boolean(),
      newest: Newest,
      draft: Maybe(Draft),
      findings: Rows(Finding),
      facts: Rows(Type.Object({ name: Type.String(), en: Type.String(), zh: Type.String() })),
      categories: Rows(Type.Object({ category: Type.String(), en: Type.String(), zh: Type.String() })),
    }),
  }),
  'content.wording': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({ text: TextName, language: Language, version: Whole(1, 1_000_000) }),
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

/** Only these samples, so that an undo reaches what its action reached. */
const SampleNames = Type.Optional(Names('KIND/NAME', { advanced: true, rows: 'lines' }))

/** Texts that came with the product, as published or withdrawn together. */
const Samples = Type.Object({
  count: Type.Integer(),
  names: Type.Array(Type.String()),
  texts: Rows(
    Type.Object({ text: Type.String(), language: Type.String(), title: Type.String(), version: Type.Integer() }),
  ),
})

export const textActs = {
  'content.save-draft': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { itself: true, ifNew: { by: 'content.discard-draft', given: { expect: 'version' } }, stays: 'draftWords' },
    role: 'support',
    input: Input({
      text: TextName,
      expect: Expected,
      baseEn: Whole(0, 1_000_000),
      baseZh: Whole(0, 1_000_000),
      ...draftFields,
    }),
    output: Type.Object({ version: Live(Type.Integer()), written: Moment({ live: true }), findings: Rows(Finding) }),
  }),
  'content.discard-draft': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'draft' },
    role: 'support',
    input: Input({ text: TextName, expect: Expected }),
    output: Type.Object({ version: Type.Integer(), by: Type.String() }),
  }),
  'content.publish-text': act({
    reach: {
      people: 'everyone',
      money: 'none',
      trust: 'links',
      varies: true,
    },
    undo: {
      by: 'content.restore',
      chosen: ['language', 'version'],
      ifNew: { by: 'content.withdraw' },
      stays: 'publishedText',
    },
    role: 'support',
    input: Input({
      text: TextName,
      expect: Expected,
      tell: Type.Optional(Flag),
      tellAt: Type.Optional(Day),
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
      from: MaybeMoment(),
      until: MaybeMoment(),
      overtakes: Maybe(Type.String()),
      agreeAnew: OneOf(['everyone', 'no one']),
      tells: Maybe(Live(Type.Integer())),
      old: OneOf(['kept as a version', 'there was none']),
    }),
  }),
  'content.withdraw': act({
    reach: { people: 'everyone', money: 'none', trust: 'words' },
    undo: { by: 'content.restore', chosen: ['language', 'version'], stays: 'withdrawnText' },
    role: 'support',
    input: Input({ text: TextName, reason: Reason }),
    output: Type.Object({
      versions: Rows(Type.Object({ language: Type.String(), before: Type.Integer(), after: Type.Integer() })),
    }),
  }),
  'content.publish-samples': act({
    reach: { people: 'everyone', money: 'none', trust: 'links', varies: true },
    undo: { by: 'content.withdraw-samples', given: { texts: 'names' }, stays: 'versions' },
    role: 'support',
    input: Input({ texts: SampleNames }),
    output: Samples,
  }),
  'content.withdraw-samples': act({
    reach: { people: 'everyone', money: 'none', trust: 'words' },
    undo: { by: 'content.publish-samples', given: { texts: 'names' }, stays: 'versions' },
    role: 'support',
    input: Input({ texts: SampleNames, reason: Reason }),
    output: Samples,
  }),
  'content.restore': act({
    reach: { people: 'everyone', money: 'none', trust: 'links', varies: true },
    undo: { itself: true, ifNew: { by: 'content.withdraw' }, stays: 'versions' },
    role: 'support',
    input: Input({
      text: TextName,
      language: Language,
      version: Whole(1, 1_000_000),
      reason: Reason,
    }),
    output: Type.Object({
      after: Type.Integer(),
      paragraphs: Rows(Type.Object({ part: Type.String(), before: Maybe(Type.String()), after: Maybe(Type.String()) })),
      until: MaybeMoment(),
      overtakes: Maybe(Type.String()),
      agreeAnew: OneOf(['everyone', 'no one']),
    }),
  }),
}
