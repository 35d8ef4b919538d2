import { currencies } from '#shared/money.ts'
import type { Input, Output } from '#shared/contract/call.ts'
import type { affiliateCalls } from '#shared/contract/affiliate.ts'
import { AppError, refuseFields } from '#shared/errors.ts'
import { languages, type Language } from '#shared/language.ts'
import {
  findFoldedDays,
  listMarks,
  listOpenDays,
  listTotals,
} from '#server/modules/affiliates/affiliate-days.queries.ts'
import {
  add,
  nothing,
  sources,
  subtract,
  type Counts,
  type Dimension,
} from '#server/modules/affiliates/affiliate-days.rules.ts'
import { listCampaigns } from '#server/modules/affiliates/affiliates.queries.ts'
import { listAllGoods } from '#server/modules/catalog/goods.queries.ts'
import { addDays, daysBetween, endOf, startOf } from '#server/modules/figures/days.rules.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { evenParts, findRangeFaults, maxSpans, partsOf, spanBefore, type Span } from './figure-range.rules.ts'
import { requireAffiliate } from './list-commissions.ts'

type Calls = typeof affiliateCalls
type FiguresInput = Input<Calls['/api/system/system_affiliate_figures']>
type Figures = Output<Calls['/api/system/system_affiliate_figures']>
type BreakdownInput = Input<Calls['/api/system/system_affiliate_breakdown']>
type Breakdown = Output<Calls['/api/system/system_affiliate_breakdown']>

const trendPoints = 14

function readRange({ from, to }: { from: string; to: string }): Span {
  refuseFields(findRangeFaults(from, to))
  return { first: from, last: to }
}

type Folded = Pick<Awaited<ReturnType<typeof findFoldedDays>>, 'last' | 'openUntil'>
type Wanted = { readonly affiliateId: string; readonly dimension: Dimension; readonly keys: readonly string[] }

/**
 * Sums an affiliate's figures by key, such as a campaign, and by range of days: from running totals, sums of days that
 * are not closed yet, and rows of the last minutes. The number of reads does not grow with the affiliate's history.
 * `db` must be one snapshot; otherwise rows that are summed up meanwhile would count twice.
 */
async function countSpans(
  db: Queryable,
  wanted: Wanted,
  spans: readonly Span[],
  { last: lastFold, openUntil }: Folded,
) {
  const firsts = spans.map(({ first }) => first).toSorted()
  const lasts = spans.map(({ last }) => last).toSorted()
  const begin = startOf(lastFold === null ? (firsts[0] ?? '') : addDays(lastFold, 1))
  const liveFrom = lastFold !== null && openUntil !== null && openUntil > begin ? openUntil : begin
  const end = endOf(lasts.at(-1) ?? '')
  const folded = (day: string) => (lastFold !== null && day > lastFold ? lastFold : day)
  const ends = spans.flatMap(({ first, last }) => [folded(addDays(first, -1)), folded(last)])
  const { affiliateId, dimension, keys } = wanted
  const [totals, open, counted] = await Promise.all([
    lastFold === null ? [] : listTotals(db, affiliateId, dimension, keys, [...new Set(ends)]),
    lastFold === null || end <= begin ? [] : listOpenDays(db, affiliateId, dimension, keys, lastFold),
    end <= liveFrom ? [] : listMarks(db, [affiliateId], [dimension], liveFrom, end),
  ])
  const live = [...open, ...counted]
  const byKey = Map.groupBy(live, ({ key }) => key)
  const known = new Map(totals.map(({ key, day, ...counts }) => [`${day} ${key}`, counts]))
  const totalAt = (day: string, key: string): Counts => known.get(`${folded(day)} ${key}`) ?? nothing
  return (key: string, { first, last }: Span): Counts =>
    (byKey.get(key) ?? [])
      .filter(({ day }) => day >= first && day <= last)
      .reduce<Counts>(
        (sum, { visits, signUps, firsts: bought, renewals, firstMinor, renewalMinor, reversals, reversedMinor }) =>
          add(sum, { visits, signUps, firsts: bought, renewals, firstMinor, renewalMinor, reversals, reversedMinor }),
        subtract(totalAt(last, key), totalAt(addDays(first, -1), key)),
      )
}

export const describeFigures = (database: Database, userId: string, input: FiguresInput): Promise<Figures> =>
  database.transaction(
    async (tx) => {
      await requireAffiliate(tx, userId)
      const range = readRange(input)
      const parts = partsOf(range, input.interval)
      refuseFields({ interval: parts.length > maxSpans ? 'Invalid' : null })
      if (input.link !== undefined && !(await listCampaigns(tx, userId)).some(({ id }) => id === input.link))
        throw new AppError('InvalidInput', { link: 'Invalid' })
      const folded = await findFoldedDays(tx)
      const before = spanBefore(range)
      const days = daysBetween(range.first, range.last).length
      const back = ({ first, last }: Span): Span => ({ first: addDays(first, -days), last: addDays(last, -days) })
      const key = input.link ?? ''
      const wanted = { affiliateId: userId, dimension: input.link === undefined ? 'all' : 'link', keys: [key] } as const
      const count = await countSpans(tx, wanted, [...parts, ...parts.map(back)], folded)
      return {
        range: { from: range.first, to: range.last },
        before: { from: before.first, to: before.last },
        visitsSince: folded.visitsSince,
        parts: parts.map((part) => ({
          from: part.first,
          to: part.last,
          counts: count(key, part),
          before: count(key, back(part)),
        })),
      }
    },
    { oneMoment: true },
  )

const fixed = { source: sources, language: ['', ...languages], currency: currencies } as const

async function listKeys(db: Queryable, userId: string, by: BreakdownInput['by'], language: Language) {
  if (by === 'link') {
    const links = await listCampaigns(db, userId)
    return [...links.map(({ id, name }) => ({ key: id, name: name as string | null })), { key: '', name: null }]
  }
  if (by === 'plan') return (await listAllGoods(db)).map(({ id, names }) => ({ key: id, name: names[language] }))
  return fixed[by].map((key) => ({ key, name: null }))
}

export const describeBreakdown = (
  database: Database,
  userId: string,
  { by, ...input }: BreakdownInput,
  language: Language,
): Promise<Breakdown> =>
  database.transaction(
    async (tx) => {
      await requireAffiliate(tx, userId)
      const range = readRange(input)
      const keys = await listKeys(tx, userId, by, language)
      const folded = await findFoldedDays(tx)
      const before = spanBefore(range)
      const trend = by === 'link' ? evenParts(range, trendPoints) : []
      const wanted = { affiliateId: userId, dimension: by, keys: keys.map(({ key }) => key) }
      const count = await countSpans(tx, wanted, [range, before, ...trend], folded)
      const rows = keys.map(({ key, name }) => ({
        key,
        name,
        counts: count(key, range),
        before: count(key, before),
        trend: trend.map((part) => {
          const { firstMinor, renewalMinor, reversedMinor } = count(key, part)
          return firstMinor + renewalMinor - reversedMinor
        }),
      }))
      const isSome = (counts: Counts) => Object.values(counts).some((value) => value !== 0)
      return { visitsSince: folded.visitsSince, rows: rows.filter((row) => isSome(row.counts) || isSome(row.before)) }
    },
    { oneMoment: true },
  )
