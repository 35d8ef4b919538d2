import { lockTexts, planTexts } from '#server/modules/content/content.service.ts'
import type { TextVersion } from '#server/modules/content/content.queries.ts'
import { addVersions, listStandings } from '#server/modules/content/drafts.service.ts'
import { listSamples } from '#server/modules/content/sample-texts.ts'
import type { ParsedText } from '#server/modules/content/content-files.rules.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import type { Queryable } from '#server/platform/database.ts'
import { leadsElsewhere } from './publish-text.ts'

type Name = Pick<TextVersion, 'kind' | 'slug'>
const isOf =
  ({ kind, slug }: Name) =>
  (other: Name): boolean =>
    other.kind === kind && other.slug === slug

/** Answers that come with the product, each with its newest version here. */
async function readFaqSamples(db: Queryable, only: readonly string[] | undefined) {
  const [samples, { newest, drafts }] = [await listSamples(), await listStandings(db)]
  return samples
    .filter(({ kind, slug }) => kind === 'faq' && (only?.includes(`${kind}/${slug}`) ?? true))
    .map((sample) => ({
      sample,
      side: newest.filter(isOf(sample)).find(({ language }) => language === sample.language),
      isDrafted: drafts.some(isOf(sample)),
    }))
}
type Known = Awaited<ReturnType<typeof readFaqSamples>>

const hasItsWords = ({ sample, side }: { sample: ParsedText; side?: TextVersion | undefined }): boolean =>
  side?.title === sample.title && side.markdown === sample.markdown

/** Both languages of a text, because they are published and withdrawn together. */
const bothOf = (known: Known, { sample }: Known[number]): Known => known.filter((each) => isOf(sample)(each.sample))

const listed = (versions: readonly TextVersion[]) =>
  versions.map(({ kind, slug, language, title, version }) => ({ text: `${kind}/${slug}`, language, title, version }))

const namesOf = (texts: ReturnType<typeof listed>): string[] => [...new Set(texts.map(({ text }) => text))]

/**
 * Publishes all answers that come with the product in both languages. Leaves out a text that operators have written, or
 * have in draft, and what is public already.
 */
export const publishSamples: Act<'content.publish-samples'> = async (tx, { texts: only }, operator, { config }) => {
  await lockTexts(tx)
  const known = await readFaqSamples(tx, only)
  const isFree = (each: Known[number]) =>
    !each.isDrafted && (each.side === undefined || (each.side.withdrawn && hasItsWords(each)))
  const free = known.filter((each) => bothOf(known, each).every(isFree))
  const changes = await planTexts(
    tx,
    free.map(({ sample }) => sample),
    false,
  )
  const versions = changes.map(({ text }) => text)
  if (versions.length === 0) return refuse('NotPossible', 'text.noSampleLeft')
  const reaches = await leadsElsewhere(tx, config, versions)
  await addVersions(tx, versions, operator.name)
  const texts = listed(versions)
  return done({ texts, names: namesOf(texts), count: texts.length }, 'samples of the FAQ', { texts }, { reaches })
}

/** Takes the answers that come with the product off the site. Answers with words of operators stay. */
export const withdrawSamples: Act<'content.withdraw-samples'> = async (tx, { texts: only, reason }, operator) => {
  await lockTexts(tx)
  const known = await readFaqSamples(tx, only)
  const isSample = (each: Known[number]) => each.side?.withdrawn === false && hasItsWords(each)
  const shown = known
    .filter((each) => bothOf(known, each).every(isSample))
    .flatMap(({ side }) => (side ? [{ ...side, version: side.version + 1, holdsFrom: null, withdrawn: true }] : []))
  if (shown.length === 0) return refuse('NotPossible', 'text.noSamplePublic')
  await addVersions(tx, shown, operator.name)
  const texts = listed(shown)
  return done({ texts, names: namesOf(texts), count: texts.length }, 'samples of the FAQ', { texts, reason })
}
