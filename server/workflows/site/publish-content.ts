import { isDeepStrictEqual } from 'node:util'
import { stopNoticesOf } from '#server/modules/mailings/mailings.queries.ts'
import type { Need } from '#shared/contract/operator/action.ts'
import type { Environment } from '#shared/codes.ts'
import type { AffiliateTerms } from '#shared/affiliate-terms.ts'
import { findTermsFaults } from '#server/modules/catalog/terms-faults.ts'
import { newestTermsVersion, publishTerms } from '#server/modules/catalog/affiliate-terms.service.ts'
import { listGoods } from '#server/modules/catalog/catalog.queries.ts'
import { readSettings, saveSetting } from '#server/modules/catalog/catalog.service.ts'
import { describeSettings } from '#server/modules/catalog/describe-settings.ts'
import { reachOfSetting } from '#server/modules/catalog/setting-reach.rules.ts'
import { findSettingFaults, type PublishedSettings } from '#server/modules/catalog/published-settings.ts'
import {
  ContentFault,
  parseFile,
  writeFiles,
  type ContentFile,
  type ParsedText,
} from '#server/modules/content/content-files.rules.ts'
import { findFigureFaults } from '#server/modules/content/figure-faults.ts'
import {
  listTexts,
  lockTexts,
  planTexts,
  publishChanges,
  readFigures,
  replaceFigures,
  type Change,
  type FigureFiles,
} from '#server/modules/content/content.service.ts'
import { typedNumbers, unknownPlaceholders } from '#server/modules/content/placeholders.rules.ts'
import { hasMembers } from '#server/modules/membership/membership.queries.ts'
import { done, refuse, Refused, type Act } from '#server/platform/act.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'
import { findMailFaults } from './mail-texts.ts'
import { wordingOf } from '#server/workflows/accounts/messages/read-wordings.ts'
import { contentFacts } from './content-facts.ts'
import { findNewHosts } from './find-new-hosts.ts'
import { sentence } from '#text/sentence.ts'

export type ContentPlan = {
  readonly changes: readonly Change[]
  readonly figures: FigureFiles
  readonly terms: AffiliateTerms | null
  /** Settings whose value changes. */
  readonly settings: PublishedSettings
  /** Reasons against publication; empty if none. */
  readonly faults: readonly string[]
  /** Warnings that do not prevent publication. */
  readonly warnings: readonly string[]
}

/** Plan of publishing these files. `complete`: withdraws missing texts. */
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
  const termsChanged = terms !== null && !isDeepStrictEqual(terms, settings.affiliateTerms)
  // Checks only changed terms: existing ones must not block other texts.
  if (termsChanged) faults.push(...findTermsFaults(terms).map((fault) => `affiliate-terms.json: ${fault}`))
  const newest = await newestTermsVersion(db)
  if (termsChanged && terms.version <= newest)
    faults.push(`affiliate-terms.json: other terms need a version above ${newest}`)
  const given = (list('settings.json') ?? {}) as PublishedSettings
  for (const [name, value] of Object.entries(given))
    faults.push(...findSettingFaults(name, value).map((wrong) => `settings.json: ${wrong}`))
  const figures = { testimonials: list('testimonials.json'), measurements: list('measurements.json') }
  faults.push(
    ...findFigureFaults({ 'testimonials.json': figures.testimonials, 'measurements.json': figures.measurements }),
  )
  const present = describeSettings(settings)
  const changed = Object.entries(given).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(present[name as keyof PublishedSettings]),
  )
  return {
    settings: Object.fromEntries(changed),
    changes: faults.length > 0 ? [] : await planTexts(db, texts, complete),
    figures: {
      testimonials: figures.testimonials as FigureFiles['testimonials'],
      clients: list('clients.json') as FigureFiles['clients'],
      measurements: figures.measurements as FigureFiles['measurements'],
    },
    terms: termsChanged ? terms : null,
    faults,
    warnings: texts.flatMap((text) => {
      const numbers = typedNumbers(text.markdown)
      return numbers.length === 0 ? [] : [`${text.language}/${text.kind}/${text.slug} types ${numbers.join(', ')}`]
    }),
  }
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

/** Faults of texts: unknown placeholders, missing translation, duplicate name. */
export function findTextFaults(texts: readonly ParsedText[], facts: readonly string[]): string[] {
  const names = texts.map(({ language, kind, slug }) => `${language} ${kind}/${slug}`)
  return texts.flatMap(({ language, kind, slug, title, markdown, details }, index) => {
    const place = `${language} ${kind}/${slug}`
    if (kind === 'mail')
      return findMailFaults(slug, wordingOf({ title, details, markdown })).map((fault) => `${place}: ${fault}`)
    const unknown = unknownPlaceholders(`${title}${details.summary ?? ''}${markdown}`, facts)
    const twin = `${language === 'en' ? 'zh-CN' : 'en'} ${kind}/${slug}`
    return [
      ...(unknown.length > 0 ? [`${place}: nothing is known as {{${unknown.join('}}, {{')}}}`] : []),
      ...(names.includes(twin) ? [] : [`${place}: ${twin} is missing`]),
      ...(names.indexOf(place) === index ? [] : [`${place} stands twice`]),
    ]
  })
}

const isSample = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'demo' in value && value.demo === true

/** Contents that PROD rejects: samples, and terms, which have their own action. */
function findSaleFaults({ changes, figures, settings, terms }: ContentPlan): string[] {
  const samples = Object.entries(figures).flatMap(([name, rows]) => {
    const count = rows?.filter(({ demo }) => demo).length ?? 0
    const what = `${count} ${count === 1 ? 'row is' : 'rows are'}`
    return count > 0 ? [`${name}.json: ${what} marked as samples (demo); write your own, or leave the file out`] : []
  })
  const texts = changes
    .filter(({ action, text }) => action !== 'withdrawn' && text.demo)
    .map(({ text }) => `${text.language} ${text.kind}/${text.slug}: is marked as a sample (demo: yes)`)
  return [
    ...samples,
    ...texts,
    ...Object.entries(settings).flatMap(([name, value]) =>
      isSample(value) ? [`settings.json: ${name} is marked as a sample (demo)`] : [],
    ),
    ...(terms ? ['affiliate-terms.json: other terms are published by "terms publish"'] : []),
  ]
}

/** Required role: owners for legal texts, settings and terms; a code for downloads and mails. */
function findNeed({ changes, figures, settings, terms }: ContentPlan): Need | null {
  const isLegal = changes.some(({ text }) => text.kind === 'clause')
  if (isLegal || terms || Object.keys(settings).length > 0) return { role: 'owner', stepUp: 'money' }
  const isMail = changes.some(({ text }) => text.kind === 'mail')
  return figures.clients || isMail ? { role: 'support', stepUp: 'money' } : null
}

/** Plan of these files. Throws Refused with all faults. */
export async function requirePlan(
  db: Queryable,
  { folder, complete = false }: { folder: readonly ContentFile[]; complete?: boolean | undefined },
  environment: Environment,
): Promise<ContentPlan> {
  if (folder.length === 0) throw new Refused('InvalidInput', 'content.emptyFolder')
  const plan = await planContent(db, folder, complete)
  const faults = [...plan.faults, ...(environment === 'PROD' ? findSaleFaults(plan) : [])]
  if (faults.length > 0) throw new Refused('InvalidInput', sentence('content.faults', { faults: faults.join('\n') }))
  return plan
}

/** Plan as shown to operators. */
export const describePlan = ({ changes, figures, terms, settings, warnings }: ContentPlan) => ({
  texts: changes.map(({ action, text: { language, kind, slug, version } }) => ({
    action,
    language,
    text: `${kind}/${slug}`,
    version,
  })),
  lists: Object.entries(figures).flatMap(([name, list]) => (list ? [{ name, rows: list.length }] : [])),
  settings: Object.keys(settings),
  terms: terms?.version ?? null,
  warnings: [...warnings],
})

/** Publishes the changes of the files. */
export const publishFolder: Act<'content.publish'> = async (tx, input, operator, { config }) => {
  await lockTexts(tx)
  const plan = await requirePlan(tx, input, config.environment)
  const reaches = await reachesEveryone(tx, plan, config)
  if (await isPublic(tx, plan)) return refuse('NotPossible', 'content.nothingToPublish')
  await publishContent(tx, plan, operator)
  const output = describePlan(plan)
  const details = {
    texts: output.texts.map(({ action, language, text, version }) => `${action} ${language} ${text} v${version}`),
    lists: output.lists.map(({ name, rows }) => `${name}: ${rows}`),
    settings: output.settings,
    termsVersion: output.terms,
  }
  return done(output, 'site content', details, { needs: findNeed(plan), reaches })
}

/**
 * True if the folder contains a change that needs two operators: app or checksum, mirrors, chat, notice with a link, or
 * a link to a new host.
 */
async function reachesEveryone(
  tx: Transaction,
  { changes, figures, settings }: ContentPlan,
  config: Pick<Config, 'publicOrigin'>,
): Promise<boolean> {
  const offered = (await readFigures(tx)).clients
  const isOffered = (client: unknown) => offered.some((each) => isDeepStrictEqual(asFile(each), asFile(client)))
  if (figures.clients?.some((client) => !isOffered(client)) === true) return true
  const present = describeSettings(await readSettings(tx))
  const reached = Object.entries(settings).map(([name, value]) =>
    reachOfSetting(name, present[name as keyof PublishedSettings], value),
  )
  if (reached.includes('hosts')) return true
  const texts = changes
    .filter(({ action, text }) => action !== 'withdrawn' && text.kind !== 'mail')
    .map(({ text: { title, details, markdown } }) => [title, details, markdown])
  const newHosts = await findNewHosts(tx, config, [texts, settings, figures.testimonials, figures.measurements])
  return newHosts.length > 0 && (await hasMembers(tx))
}

/** True if the files hold only what is public already. */
async function isPublic(tx: Transaction, { changes, figures, settings, terms }: ContentPlan): Promise<boolean> {
  if (changes.length > 0 || terms !== null || Object.keys(settings).length > 0) return false
  const now = await readFigures(tx)
  return Object.entries(figures).every(
    ([name, list]) => !list || isDeepStrictEqual(asFile(now[name as keyof typeof now]), asFile(list)),
  )
}

const asFile = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown

/** Publishes a plan without faults. */
async function publishContent(tx: Transaction, plan: ContentPlan, operator: Operator): Promise<void> {
  await publishChanges(tx, plan.changes, operator.name)
  const gone = plan.changes.filter(({ action, text }) => action === 'withdrawn' && text.kind === 'clause')
  for (const { text } of gone) await stopNoticesOf(tx, text.slug)
  await replaceFigures(tx, plan.figures, operator.name)
  for (const [name, value] of Object.entries(plan.settings)) await saveSetting(tx, name, value)
  if (plan.terms && !(await publishTerms(tx, plan.terms, operator.name)))
    throw new Refused('NotPossible', sentence('terms.publishedMeanwhile', { version: plan.terms.version }))
}

/** Exports public content as files for an import. */
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
