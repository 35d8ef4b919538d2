import { findTermsFault, type AffiliateTerms } from '#shared/affiliate-terms.ts'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import { newestTermsVersion, publishTerms } from '#server/modules/catalog/affiliate-terms.service.ts'
import { listGoods } from '#server/modules/catalog/catalog.queries.ts'
import { readSettings, saveSetting, type Settings } from '#server/modules/catalog/catalog.service.ts'
import {
  findSettingFaults,
  publishedSettings,
  type PublishedSettings,
} from '#server/modules/catalog/published-settings.ts'
import {
  ContentFault,
  parseFile,
  writeFiles,
  type ContentFile,
  type ParsedText,
} from '#server/modules/content/content-files.rules.ts'
import {
  listTexts,
  planTexts,
  publishChanges,
  readFigures,
  replaceFigures,
  type Change,
  type FigureFiles,
} from '#server/modules/content/content.service.ts'
import { typedNumbers, unknownPlaceholders } from '#server/modules/content/placeholders.rules.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'
import { contentFacts } from './content-facts.ts'

export type ContentPlan = {
  readonly changes: readonly Change[]
  readonly figures: FigureFiles
  readonly terms: AffiliateTerms | null
  /** Settings with another value than now. */
  readonly settings: PublishedSettings
  /** Why it cannot be published; empty if it can. */
  readonly faults: readonly string[]
  /** What somebody should look at, though it can be published. */
  readonly warnings: readonly string[]
}

/** What publishing these files would do. `complete`: texts that are not among them are withdrawn. */
export async function planContent(
  db: Queryable,
  files: readonly ContentFile[],
  complete: boolean,
): Promise<ContentPlan> {
  const faults: string[] = []
  const texts = files
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap((file) => {
      try {
        return parseFile(file)
      } catch (error) {
        if (!(error instanceof ContentFault)) throw error
        faults.push(error.message)
        return []
      }
    })
  const settings = await readSettings(db)
  const known = Object.keys(contentFacts(settings, await listGoods(db), 'en'))
  faults.push(...findTextFaults(texts, known))
  const list = (name: string): unknown => readJson(files, name, faults)
  const terms = (list('affiliate-terms.json') ?? null) as AffiliateTerms | null
  const fault = terms && findTermsFault(terms)
  if (fault) faults.push(`affiliate-terms.json: ${fault}`)
  const termsChanged = terms !== null && JSON.stringify(terms) !== JSON.stringify(settings.affiliateTerms)
  const newest = await newestTermsVersion(db)
  if (termsChanged && terms.version <= newest)
    faults.push(`affiliate-terms.json: other terms need a version above ${newest}`)
  const given = (list('settings.json') ?? {}) as PublishedSettings
  for (const [name, value] of Object.entries(given))
    faults.push(...findSettingFaults(name, value).map((wrong) => `settings.json: ${wrong}`))
  const present = describeSettings(settings)
  const changed = Object.entries(given).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(present[name as keyof PublishedSettings]),
  )
  return {
    settings: Object.fromEntries(changed),
    changes: faults.length > 0 ? [] : await planTexts(db, texts, complete),
    figures: {
      testimonials: list('testimonials.json') as FigureFiles['testimonials'],
      clients: list('clients.json') as FigureFiles['clients'],
      measurements: list('measurements.json') as FigureFiles['measurements'],
    },
    terms: termsChanged ? terms : null,
    faults,
    warnings: texts.flatMap((text) => {
      const numbers = typedNumbers(text.markdown)
      return numbers.length === 0 ? [] : [`${text.language}/${text.kind}/${text.slug} types ${numbers.join(', ')}`]
    }),
  }
}

/** Settings as they stand in their file: links by their key, as they are stored. */
function describeSettings(settings: Settings): PublishedSettings {
  const links = Object.fromEntries(settings.links.map(({ key, url }) => [key, url]))
  return Object.fromEntries(publishedSettings.map((name) => [name, name === 'links' ? links : settings[name]]))
}

function readJson(files: readonly ContentFile[], name: string, faults: string[]): unknown {
  const file = files.find(({ path }) => path === name)
  if (!file) return undefined
  try {
    return JSON.parse(file.text)
  } catch (error) {
    faults.push(`${name} is not JSON: ${(error as Error).message}`)
    return undefined
  }
}

/** Texts with unknown placeholders, without their twin in the other language, or twice under one name. */
export function findTextFaults(texts: readonly ParsedText[], facts: readonly string[]): string[] {
  const names = texts.map(({ language, kind, slug }) => `${language} ${kind}/${slug}`)
  return texts.flatMap(({ language, kind, slug, title, markdown, details }, index) => {
    const place = `${language} ${kind}/${slug}`
    const unknown = unknownPlaceholders(`${title}${details.summary ?? ''}${markdown}`, facts)
    const twin = `${language === 'en' ? 'zh-CN' : 'en'} ${kind}/${slug}`
    return [
      ...(unknown.length > 0 ? [`${place}: nothing is known as {{${unknown.join('}}, {{')}}}`] : []),
      ...(names.includes(twin) ? [] : [`${place}: ${twin} is missing`]),
      ...(names.indexOf(place) === index ? [] : [`${place} stands twice`]),
    ]
  })
}

/** Publishes a plan without faults, with one row in the audit log. */
export async function publishContent(tx: Transaction, plan: ContentPlan, operator: Operator): Promise<void> {
  await publishChanges(tx, plan.changes, operator.name)
  await replaceFigures(tx, plan.figures)
  for (const [name, value] of Object.entries(plan.settings)) await saveSetting(tx, name, value)
  if (plan.terms && !(await publishTerms(tx, plan.terms, operator.name)))
    throw new Error(`somebody published version ${plan.terms.version} of the terms a moment ago`)
  await recordAction(tx, {
    operator,
    action: 'content import',
    subject: 'site content',
    details: {
      texts: plan.changes.map(
        ({ action, text }) => `${action} ${text.language} ${text.kind}/${text.slug} v${text.version}`,
      ),
      lists: Object.entries(plan.figures).flatMap(([name, list]) => (list ? [`${name}: ${list.length}`] : [])),
      settings: Object.keys(plan.settings),
      termsVersion: plan.terms?.version ?? null,
    },
  })
}

/** What is public now, as files that an import accepts. */
export async function exportContent(database: Database): Promise<ContentFile[]> {
  const [texts, figures, settings] = await Promise.all([
    listTexts(database),
    readFigures(database),
    readSettings(database),
  ])
  const json = (path: string, value: unknown) => ({ path, text: `${JSON.stringify(value, null, 2)}\n` })
  return [
    ...writeFiles(texts),
    json('clients.json', figures.clients),
    json('testimonials.json', figures.testimonials),
    json('measurements.json', figures.measurements),
    json('affiliate-terms.json', settings.affiliateTerms),
    json('settings.json', describeSettings(settings)),
  ]
}
