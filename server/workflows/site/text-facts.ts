import type { Language } from '#shared/language.ts'
import { listGoods } from '#server/modules/catalog/catalog.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { listTexts } from '#server/modules/content/content.service.ts'
import { findInDraft, formatFinding, type Finding } from '#server/modules/content/draft-findings.rules.ts'
import type { DraftFields } from '#server/modules/content/draft-fields.rules.ts'
import { listStandings, type Standing } from '#server/modules/content/drafts.service.ts'
import type { Facts } from '#server/modules/content/placeholders.rules.ts'
import { listSamples } from '#server/modules/content/sample-texts.ts'
import type { Config } from '#server/platform/config.ts'
import type { Queryable } from '#server/platform/database.ts'
import { findInMail } from './mail-texts.ts'
import { contentFacts } from './content-facts.ts'
import type { Sentence } from '#shared/sentence.ts'

export async function readFacts(db: Queryable): Promise<Record<Language, Facts>> {
  const [settings, goods] = [await readSettings(db), await listGoods(db)]
  return { en: contentFacts(settings, goods, 'en'), 'zh-CN': contentFacts(settings, goods, 'zh-CN') }
}

type Placed = { readonly kind: string; readonly slug: string; readonly category?: string | undefined }

const addressesOf = ({ kind, slug, category = '' }: Placed): string[] => {
  if (kind === 'clause') return [`/clause/${slug}`]
  if (kind === 'announcement') return [`/announcements/${slug}`]
  if (kind === 'page') return [`/${slug}`]
  if (kind === 'mail') return []
  return [`/faq#${slug}`, `/faq#topic-${category}`]
}

const listAddresses = async (db: Queryable): Promise<string[]> =>
  (await listTexts(db)).flatMap((text) => addressesOf({ ...text, category: text.details.category }))

async function listComingAddresses(db: Queryable): Promise<string[]> {
  const { drafts } = await listStandings(db)
  return [
    ...drafts.flatMap((draft) => addressesOf({ ...draft, category: draft.fields.category })),
    ...(await listSamples()).flatMap((text) => addressesOf({ ...text, category: text.details.category })),
  ]
}

type SaidFinding = Finding & { readonly says: Sentence }
const said = (found: Finding): SaidFinding => ({ ...found, says: formatFinding(found) })

export const findingsOf = async (
  db: Queryable,
  { kind, slug, categories, published }: Standing,
  fields: DraftFields,
  { environment }: Pick<Config, 'environment'>,
): Promise<SaidFinding[]> => {
  if (kind === 'mail') return findInMail(slug, fields).map(said)
  const found = findInDraft(kind, slug, fields, {
    facts: Object.keys((await readFacts(db)).en),
    categories: categories.map(({ category }) => category),
    addresses: await listAddresses(db),
    comingAddresses: await listComingAddresses(db),
    isRealShop: environment === 'PROD',
    now: new Date(),
    published,
  })
  return found.map(said)
}
