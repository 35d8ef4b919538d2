import type { Need } from '#shared/contract/operator/action.ts'
import { languages } from '#shared/language.ts'
import { withoutNothing } from '#server/modules/content/draft-fields.rules.ts'
import {
  listStandings,
  nameOf,
  readStanding,
  saveDraft,
  takeDraft,
  type TextName,
} from '#server/modules/content/drafts.service.ts'
import type { TextVersion } from '#server/modules/content/content.queries.ts'
import { publicationOf } from '#server/modules/content/publication-state.rules.ts'
import { done, type Act, type Read } from '#server/platform/act.ts'
import { findingsOf, readFacts } from './text-facts.ts'

/** Legal texts are for owners, with a code. */
export const needOf = ({ kind }: TextName): Need | null =>
  kind === 'clause' ? { role: 'owner', stepUp: 'money' } : null

export const listAllTexts: Read<'content.list'> = async (database) => {
  const { newest, drafts } = await listStandings(database)
  const now = new Date()
  const names = new Map<string, TextName>()
  for (const { kind, slug } of [...newest, ...drafts]) names.set(`${kind}/${slug}`, { kind, slug })
  const positionOf = (text: string) =>
    newest.find(({ kind, slug }) => `${kind}/${slug}` === text)?.details.position ?? 0
  const texts = [...names].map(([text, { kind, slug }]) => {
    const sides = newest.filter((each) => each.kind === kind && each.slug === slug)
    const draft = drafts.find((each) => each.kind === kind && each.slug === slug)
    const title = (language: string) => sides.find((side) => side.language === language)?.title
    const missing = languages.filter((language) => sides.length > 0 && title(language) === undefined)
    return {
      text,
      titleEn: title('en') ?? draft?.fields.titleEn ?? '',
      titleZh: title('zh-CN') ?? draft?.fields.titleZh ?? '',
      state: publicationOf(sides, now),
      version: Math.max(0, ...sides.map(({ version }) => version)),
      date: sides[0]?.publishedOn ?? '',
      missing: missing.join(', ') || null,
      draftBy: draft?.writers.at(-1) ?? null,
      draftAt: draft?.savedAt ?? null,
    }
  })
  return { ok: true, value: { texts: texts.toSorted((a, b) => positionOf(a.text) - positionOf(b.text)) } }
}

export const openText: Read<'content.open'> = async (database, { text }, _operator, { config }) => {
  const standing = await readStanding(database, nameOf(text), new Date())
  const { sides, draft, categories, fields, published } = standing
  const facts = await readFacts(database)
  return {
    ok: true,
    value: {
      fields,
      published,
      newest: Object.values(sides).map(describeVersion),
      draft: draft
        ? {
            version: draft.version,
            baseEn: draft.baseEn,
            baseZh: draft.baseZh,
            by: draft.writers.at(-1) ?? '',
            written: draft.savedAt,
          }
        : null,
      findings: await findingsOf(database, standing, fields, config),
      facts: Object.entries(facts.en).map(([name, en]) => ({ name, en, zh: facts['zh-CN'][name] ?? '' })),
      categories: categories.map(({ category, titles }) => ({ category, en: titles.en, zh: titles['zh-CN'] })),
    },
  }
}

const describeVersion = (side: TextVersion) => ({
  language: side.language,
  version: side.version,
  state: publicationOf([side], new Date()),
  date: side.publishedOn,
  from: side.holdsFrom,
})

/** An operator's first save of a draft stands in the audit log; the rest of the same work is seen when it is published. */
export const saveTextDraft: Act<'content.save-draft'> = async (tx, input, operator, { config }) => {
  const { text, expect, baseEn, baseZh, ...rest } = input
  const fields = withoutNothing(rest)
  const name = nameOf(text)
  const saved = await saveDraft(tx, { ...name, baseEn, baseZh }, expect, fields, operator.name)
  if (!saved.ok) return saved
  const { version, savedAt, isFirst } = saved.value
  const findings = await findingsOf(tx, await readStanding(tx, name, tx.now), fields, config)
  return done({ version, written: savedAt, findings }, `draft ${text}`, { version }, { goesOn: !isFirst })
}

export const discardDraft: Act<'content.discard-draft'> = async (tx, { text, expect }) => {
  const taken = await takeDraft(tx, nameOf(text), expect)
  const by = taken.writers.at(-1) ?? ''
  return done({ version: taken.version, by }, `draft ${text}`, { by, fields: taken.fields })
}
