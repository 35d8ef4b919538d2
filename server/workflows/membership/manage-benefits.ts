import type { Localized } from '#shared/language.ts'
import { hostsOf } from '#shared/link-hosts.ts'
import type { ActionOutput } from '#shared/contract/operator.ts'
import { stockLevel } from '#server/modules/alerts/thresholds.rules.ts'
import {
  endKind,
  listLevels,
  listLinks,
  lockKind,
  nameKind,
  withdrawBenefit,
  type StockLevel,
} from '#server/modules/benefits/benefits.queries.ts'
import { importStock, type StockFile } from '#server/modules/benefits/benefits.service.ts'
import { hasMembers } from '#server/modules/membership/membership.queries.ts'
import { done, refuse, Refused, type Act, type FindKept } from '#server/platform/act.ts'
import type { Queryable } from '#server/platform/database.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { sentence } from '#text/sentence.ts'

const subjectOf = (kind: string): string => `benefits ${kind}`
const noKind = (kind: string) => refuse('NotFound', sentence('benefit.unknown', { kind }))

const readItems = (text: string): StockFile['items'] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line, index) => {
      const [account = '', password = '', link = '', ...more] = line.split('\t').map((cell) => cell.trim())
      const url = link.startsWith('https://') && URL.parse(link)
      // Rejects a user part in the link (https://user@host), because members would take it for the host that opens.
      if (!account || !password || more.length > 0 || !url || url.username || url.password)
        throw new Refused('InvalidInput', sentence('benefit.badLine', { line: index + 1 }))
      return { account, password, link }
    })

function readNames(en: string | undefined, zh: string | undefined): Localized | null {
  if (en === undefined && zh === undefined) return null
  if (en === undefined || zh === undefined)
    throw new Refused(
      'InvalidInput',
      sentence('field.missing', { field: { field: en === undefined ? 'nameEn' : 'nameZh' } }),
    )
  return refuseLinks({ en, 'zh-CN': zh })
}

/** Members see a benefit's name at once and without a second operator's check, so it must not contain a link. */
function refuseLinks(names: Localized): Localized {
  const [link] = hostsOf(names)
  if (link !== undefined) throw new Refused('InvalidInput', sentence('benefit.nameHasLink', { link }))
  return names
}

type StockState = ActionOutput<'benefits.list'>['levels'][number]['state']
/** State of the stock of a benefit, by the threshold of its alert (`stockLevel`). */
export function stateOfStock({ endedAt, free, assigned }: StockLevel): StockState {
  if (endedAt !== null) return 'discontinued'
  if (free === 0) return 'none left'
  return stockLevel(free, free + assigned, false) ? 'running low' : 'in stock'
}

/** True if a link leads to a host to which no link of a benefit in use leads. */
async function leadsElsewhere(db: Queryable, items: StockFile['items']): Promise<boolean> {
  const hostOf = ({ link }: { readonly link: string }) => new URL(link).host
  const known = new Set((await listLinks(db)).map(hostOf))
  return items.some((item) => !known.has(hostOf(item)))
}

const freeOf = async (db: Queryable, kind: string): Promise<number> => (await listLevels(db, kind))[0]?.free ?? 0

export const importBenefits: Act<'benefits.import'> = async (tx, input, operator, { config }) => {
  const { kind, giveAgain: isReturn = false } = input
  const names = readNames(input.nameEn, input.nameZh)
  const known = await lockKind(tx, kind)
  if (!names && !known) return refuse('InvalidInput', sentence('benefit.needsNames', { kind }))
  if (known?.endedAt) return refuse('NotPossible', sentence('benefit.isStopped', { kind }))
  if (known && names && (known.names.en !== names.en || known.names['zh-CN'] !== names['zh-CN']))
    return refuse('InvalidInput', sentence('benefit.otherNames', { kind }))
  const items = readItems(input.file)
  const before = await freeOf(tx, kind)
  const reaches = (await leadsElsewhere(tx, items)) && (await hasMembers(tx))
  const imported = await importStock(
    tx,
    createKeyring(config.secretKey),
    { kind, names, items, isReturn },
    operator.name,
  )
  const given = items.length
  const { added, returned } = imported
  if (known && added + returned.length === 0) return refuse('NotPossible', sentence('benefit.allKnown', { kind }))
  const backInStock = returned.map(({ account, uid }) => ({ account, user: uid }))
  const output = {
    kind,
    added,
    backInStock,
    known: given - added - returned.length,
    before,
    after: await freeOf(tx, kind),
  }
  return done(output, subjectOf(kind), { given, added, returned: backInStock, names }, { reaches })
}

export const withdrawBenefitAccount: Act<'benefits.withdraw'> = async (tx, { kind, account, reason }) => {
  const withdrawn = await withdrawBenefit(tx, kind, account)
  if (!withdrawn) return refuse('NotFound', sentence('benefit.noAccount', { account, kind }))
  const { uid: user, another } = withdrawn
  return done({ kind, account, user, another }, subjectOf(kind), { account, user, reason })
}

export const keptBenefit: FindKept<{ kind: string }> = async (tx, { kind }) => {
  const kept = await lockKind(tx, kind)
  return { subject: subjectOf(kind), values: kept ? { nameEn: kept.names.en, nameZh: kept.names['zh-CN'] } : null }
}

export const describeBenefit: Act<'benefits.describe'> = async (tx, { kind, nameEn, nameZh }) => {
  const kept = await lockKind(tx, kind)
  if (!kept) return noKind(kind)
  const names = refuseLinks({ en: nameEn, 'zh-CN': nameZh })
  await nameKind(tx, kind, names)
  const changes = [
    { field: 'nameEn', before: kept.names.en, after: nameEn },
    { field: 'nameZh', before: kept.names['zh-CN'], after: nameZh },
  ].filter(({ before, after }) => before !== after)
  return done({ kind, changes }, subjectOf(kind), { before: kept.names, after: names })
}

const turn =
  (isEnd: boolean): Act<'benefits.end'> =>
  async (tx, { kind, reason }) => {
    const kept = await lockKind(tx, kind)
    const [level] = await listLevels(tx, kind)
    if (!kept || !level) return noKind(kind)
    if ((kept.endedAt !== null) === isEnd)
      return isEnd
        ? refuse('NotPossible', sentence('benefit.isStoppedAlready', { kind }))
        : refuse('NotPossible', sentence('benefit.isGiven', { kind }))
    await endKind(tx, kind, isEnd)
    const { names, free: inStock, assigned: claimed } = level
    return done({ kind, names, inStock, claimed }, subjectOf(kind), { reason, inStock, claimed })
  }
export const endBenefit = turn(true)
export const resumeBenefit: Act<'benefits.resume'> = turn(false)
