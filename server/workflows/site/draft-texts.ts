import type { Need } from '#shared/contract/operator/action.ts'
import { languages, type Language } from '#shared/language.ts'
import { fieldsOf, withoutNothing } from '#server/modules/content/draft-fields.rules.ts'
import {
  listStandings,
  nameOf,
  readStanding,
  saveDraft,
  takeDraft,
  type Standing,
  type TextName,
} from '#server/modules/content/drafts.service.ts'
import type { TextVersion } from '#server/modules/content/content.queries.ts'
import { listSamples } from '#server/modules/content/sample-texts.ts'
import { publicationOf } from '#server/modules/content/publication-state.rules.ts'
import { standardWording } from '#server/modules/outbox/operator-texts/standard-wording.ts'
import { done, refuse, type Act, type Read } from '#server/platform/act.ts'
import type { Queryable } from '#server/platform/database.ts'
import { mailFacts, mailNames, standardFields } from './mail-texts.ts'
import { findingsOf, readFacts } from './text-facts.ts'
import { sentence } from '#text/sentence.ts'

/**
 * Permissions that publishing a text needs beyond those of its action; null if none. Legal texts need an owner, and
 * mails, some of which are about money or sign-in, at least the support role, both with a second factor.
 */
export function needOf({ kind }: TextName): Need | null {
  if (kind === 'clause') return { role: 'owner', stepUp: 'money' }
  return kind === 'mail' ? { role: 'support', stepUp: 'money' } : null
}

export const listAllTexts: Read<'content.list'> = async (database) => {
  const { newest, drafts } = await listStandings(database)
  const now = new Date()
  const names = new Map<string, TextName>()
  const samples = await listSamples()
  for (const { kind, slug } of [...newest, ...drafts, ...mailNames, ...samples])
    names.set(`${kind}/${slug}`, { kind, slug })
  const positionOf = (text: string) =>
    [...newest, ...samples].find(({ kind, slug }) => `${kind}/${slug}` === text)?.details.position ?? 0
  const texts = [...names].map(([text, { kind, slug }]) => {
    const sides = newest.filter((each) => each.kind === kind && each.slug === slug)
    const draft = drafts.find((each) => each.kind === kind && each.slug === slug)
    const title = (language: string) => sides.find((side) => side.language === language)?.title
    const ownWords = (language: Language) =>
      kind === 'mail'
        ? (standardWording(slug, language)?.subject ?? '')
        : (samples.find((each) => each.kind === kind && each.slug === slug && each.language === language)?.title ?? '')
    const isStandard = kind === 'mail' && sides.every(({ withdrawn }) => withdrawn)
    const missing = languages.filter((language) => sides.length > 0 && title(language) === undefined)
    return {
      text,
      titleEn: title('en') ?? draft?.fields.titleEn ?? ownWords('en'),
      titleZh: title('zh-CN') ?? draft?.fields.titleZh ?? ownWords('zh-CN'),
      state: isStandard ? 'standard' : sides.length === 0 && !draft ? 'sample' : publicationOf(sides, now),
      version: Math.max(0, ...sides.map(({ version }) => version)),
      date: sides[0]?.publishedOn ?? '',
      missing: kind === 'mail' ? null : missing.join(', ') || null,
      draftBy: draft?.writers.at(-1) ?? null,
      draftAt: draft?.savedAt ?? null,
    }
  })
  return { ok: true, value: { texts: texts.toSorted((a, b) => positionOf(a.text) - positionOf(b.text)) } }
}

export const openText: Read<'content.open'> = async (database, { text }, _operator, { config }) => {
  const { kind, slug } = nameOf(text)
  const standing = await readStanding(database, { kind, slug }, new Date())
  const { sides, draft, categories, published, sample } = standing
  const standard = kind === 'mail' ? standardFields(slug) : null
  if (kind === 'mail' && !standard) return refuse('NotFound', sentence('mail.unknown', { mail: slug }))
  const fields = standard && !draft ? { ...standard, ...writtenFields(sides) } : standing.fields
  const facts = kind === 'mail' ? mailFacts(slug) : await listFacts(database)
  return {
    ok: true,
    value: {
      fields,
      published,
      standard,
      isSample: sample !== null,
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
      facts,
      categories: categories.map(({ category, titles }) => ({ category, en: titles.en, zh: titles['zh-CN'] })),
    },
  }
}

const writtenFields = (sides: Standing['sides']) =>
  fieldsOf('mail', Object.fromEntries(Object.entries(sides).filter(([, side]) => !side.withdrawn)), new Date())

async function listFacts(db: Queryable) {
  const facts = await readFacts(db)
  return Object.entries(facts.en).map(([name, en]) => ({ name, en, zh: facts['zh-CN'][name] ?? '' }))
}

const describeVersion = (side: TextVersion) => ({
  language: side.language,
  version: side.version,
  state: publicationOf([side], new Date()),
  date: side.publishedOn,
  from: side.holdsFrom,
})

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
