import { isDeepStrictEqual } from 'node:util'
import { stopNoticesOf } from '#server/modules/mailings/mailings.queries.ts'
import type { Need } from '#shared/contract/operator/action.ts'
import type { Environment } from '#shared/api-values.ts'
import type { AffiliateTerms } from '#shared/affiliate-terms.ts'
import { findTermsFaults } from '#server/modules/catalog/terms-faults.ts'
import { newestTermsVersion, publishTerms } from '#server/modules/catalog/affiliate-terms.service.ts'
import { listGoods } from '#server/modules/catalog/catalog.queries.ts'
import { readBrandKit, readSettings, saveSetting } from '#server/modules/catalog/catalog.service.ts'
import { reachOfSetting, sentencesOf } from '#server/modules/catalog/setting-reach.rules.ts'
import {
  describeSettings,
  findSettingFaults,
  type PublishedSettings,
} from '#server/modules/catalog/published-settings.ts'
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
import { done, refuse, Refused, type Act, type Operator } from '#server/platform/act.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database.ts'
import { findMailFaults } from './mail-texts.ts'
import { wordingOf } from '#server/workflows/accounts/messages/read-wordings.ts'
import { contentFacts } from './content-facts.ts'
import { findNewHosts } from './find-new-hosts.ts'
import type { Sentence } from '#shared/sentence.ts'
import { sentence } from '#text/sentence.ts'

type ContentPlan = {
  readonly changes: readonly Change[]
  readonly figures: FigureFiles
  readonly terms: AffiliateTerms | null
  readonly settings: PublishedSettings
  readonly faults: readonly Sentence[]
  readonly warnings: readonly Sentence[]
}

export async function planContent(
  db: Queryable,
  files: readonly ContentFile[],
  complete: boolean,
): Promise<ContentPlan> {
  const faults: Sentence[] = []
  const texts = files
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap((file) => {
      try {
        return parseFile(file)
      } catch (error) {
        if (!(error instanceof ContentFault)) throw error
        faults.push(error.fault)
        return []
      }
    })
  const settings = await readSettings(db)
  const known = Object.keys(contentFacts(settings, await listGoods(db), 'en'))
  faults.push(...findTextFaults(texts, known))
  const list = (name: string): unknown => readJson(files, name, faults)
  const terms = (list('affiliate-terms.json') ?? null) as AffiliateTerms | null
  const termsChanged = terms !== null && !isDeepStrictEqual(terms, settings.affiliateTerms)
  // Checks the affiliate terms only if they change, because terms already in force must not block other texts.
  if (termsChanged) faults.push(...findTermsFaults(terms).map(inFile('affiliate-terms.json')))
  const newest = await newestTermsVersion(db)
  if (termsChanged && terms.version <= newest)
    faults.push(inFile('affiliate-terms.json')(sentence('terms.needsVersion', { version: newest })))
  const given = (list('settings.json') ?? {}) as PublishedSettings
  for (const [name, value] of Object.entries(given))
    faults.push(...findSettingFaults(name, value, (path) => path).map(inFile('settings.json')))
  const figures = { testimonials: list('testimonials.json'), measurements: list('measurements.json') }
  faults.push(
    ...findFigureFaults({ 'testimonials.json': figures.testimonials, 'measurements.json': figures.measurements }),
  )
  const present = describeSettings(settings, await readBrandKit(db))
  // Refuses a changed mark (logo) in a file, because only the console decodes and checks pictures.
  if ('mark' in given && !isDeepStrictEqual(given.mark, present.mark))
    faults.push(inFile('settings.json')(sentence('mark.kept')))
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
      return numbers.length === 0
        ? []
        : [
            sentence('content.typedNumbers', {
              text: `${text.language}/${text.kind}/${text.slug}`,
              numbers: numbers.join(', '),
            }),
          ]
    }),
  }
}

const inFile =
  (file: string) =>
  (fault: Sentence): Sentence =>
    sentence('field.fault', { field: file, fault })

function readJson(files: readonly ContentFile[], name: string, faults: Sentence[]): unknown {
  const file = files.find(({ path }) => path === name)
  if (!file) return undefined
  try {
    return JSON.parse(file.text)
  } catch (error) {
    faults.push(sentence('content.notJson', { file: name, error: (error as Error).message }))
    return undefined
  }
}

function findTextFaults(texts: readonly ParsedText[], facts: readonly string[]): Sentence[] {
  const names = texts.map(({ language, kind, slug }) => `${language} ${kind}/${slug}`)
  return texts.flatMap(({ language, kind, slug, title, markdown, details }, index) => {
    const place = `${language} ${kind}/${slug}`
    if (kind === 'mail') return findMailFaults(slug, wordingOf({ title, details, markdown })).map(inFile(place))
    const unknown = unknownPlaceholders(`${title}${details.summary ?? ''}${markdown}`, facts)
    const twin = `${language === 'en' ? 'zh-CN' : 'en'} ${kind}/${slug}`
    return [
      ...(unknown.length > 0
        ? [sentence('content.badPlaceholders', { place, names: `{{${unknown.join('}}, {{')}}}` })]
        : []),
      ...(names.includes(twin) ? [] : [sentence('content.twinMissing', { place, twin })]),
      ...(names.indexOf(place) === index ? [] : [sentence('content.twice', { place })]),
    ]
  })
}

const isSample = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'demo' in value && value.demo === true

/** Contents that PROD rejects: sample data, and affiliate terms, which are published by an action of their own. */
function findSaleFaults({ changes, figures, settings, terms }: ContentPlan): Sentence[] {
  const samples = Object.entries(figures).flatMap(([name, rows]) => {
    const count = rows?.filter(({ demo }) => demo).length ?? 0
    return count > 0 ? [sentence('content.sampleRows', { file: `${name}.json`, count })] : []
  })
  const texts = changes
    .filter(({ action, text }) => action !== 'withdrawn' && text.demo)
    .map(({ text }) => sentence('content.sampleText', { place: `${text.language} ${text.kind}/${text.slug}` }))
  return [
    ...samples,
    ...texts,
    ...Object.entries(settings).flatMap(([name, value]) =>
      isSample(value) ? [sentence('content.sampleSetting', { name })] : [],
    ),
    ...(terms ? [sentence('content.termsApart')] : []),
  ]
}

function findNeed({ changes, figures, settings, terms }: ContentPlan): Need | null {
  const isLegal = changes.some(({ text }) => text.kind === 'clause')
  if (isLegal || terms || Object.keys(settings).length > 0) return { role: 'owner', stepUp: 'money' }
  const isMail = changes.some(({ text }) => text.kind === 'mail')
  return figures.clients || isMail ? { role: 'support', stepUp: 'money' } : null
}

export async function requirePlan(
  db: Queryable,
  { folder, complete = false }: { folder: readonly ContentFile[]; complete?: boolean | undefined },
  environment: Environment,
): Promise<ContentPlan> {
  if (folder.length === 0) throw new Refused('InvalidInput', 'content.emptyFolder')
  const plan = await planContent(db, folder, complete)
  const faults = [...plan.faults, ...(environment === 'PROD' ? findSaleFaults(plan) : [])]
  if (faults.length > 0) throw new Refused('InvalidInput', sentence('content.faults', { faults }))
  return plan
}

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
 * True if the files contain a change that needs two operators: an app or its checksum, mirrors, the support chat, a
 * notice with a link, or, once the shop has members, a link to a new host.
 */
async function reachesEveryone(
  tx: Transaction,
  { changes, figures, settings }: ContentPlan,
  config: Pick<Config, 'publicOrigin'>,
): Promise<boolean> {
  const offered = (await readFigures(tx)).clients
  const isOffered = (client: unknown) => offered.some((each) => isDeepStrictEqual(asFile(each), asFile(client)))
  if (figures.clients?.some((client) => !isOffered(client)) === true) return true
  const present = describeSettings(await readSettings(tx), await readBrandKit(tx))
  const reached = Object.entries(settings).map(([name, value]) =>
    reachOfSetting(name, present[name as keyof PublishedSettings], value),
  )
  if (reached.includes('hosts')) return true
  const texts = changes
    .filter(({ action, text }) => action !== 'withdrawn' && text.kind !== 'mail')
    .map(({ text: { title, details, markdown } }) => [title, details, markdown])
  const newHosts = await findNewHosts(tx, config, [
    texts,
    { ...settings, pageTexts: sentencesOf(settings.pageTexts) },
    figures.testimonials,
    figures.measurements,
  ])
  return newHosts.length > 0 && (await hasMembers(tx))
}

async function isPublic(tx: Transaction, { changes, figures, settings, terms }: ContentPlan): Promise<boolean> {
  if (changes.length > 0 || terms !== null || Object.keys(settings).length > 0) return false
  const now = await readFigures(tx)
  return Object.entries(figures).every(
    ([name, list]) => !list || isDeepStrictEqual(asFile(now[name as keyof typeof now]), asFile(list)),
  )
}

const asFile = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown

async function publishContent(tx: Transaction, plan: ContentPlan, operator: Operator): Promise<void> {
  await publishChanges(tx, plan.changes, operator.name)
  const gone = plan.changes.filter(({ action, text }) => action === 'withdrawn' && text.kind === 'clause')
  for (const { text } of gone) await stopNoticesOf(tx, text.slug)
  await replaceFigures(tx, plan.figures, operator.name)
  for (const [name, value] of Object.entries(plan.settings)) await saveSetting(tx, name, value)
  if (plan.terms && !(await publishTerms(tx, plan.terms, operator.name)))
    throw new Refused('NotPossible', sentence('terms.publishedMeanwhile', { version: plan.terms.version }))
}

export async function exportContent(database: Database): Promise<ContentFile[]> {
  const [texts, figures, settings, kit] = await Promise.all([
    listTexts(database),
    readFigures(database),
    readSettings(database),
    readBrandKit(database),
  ])
  const json = (path: string, value: unknown) => ({ path, text: `${JSON.stringify(value, null, 2)}\n` })
  return [
    ...writeFiles(texts),
    json('clients.json', figures.clients),
    json('testimonials.json', figures.testimonials),
    json('measurements.json', figures.measurements),
    json('affiliate-terms.json', settings.affiliateTerms),
    json('settings.json', describeSettings(settings, kit)),
  ]
}
