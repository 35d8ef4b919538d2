import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import type { DayList, ReportLine } from '#server/modules/payments/settlement-report.rules.ts'
import { fromBeijingDayDigits, toBeijingDigits } from '#server/modules/payments/beijing-time.rules.ts'
import { sortLines } from './day-list.rules.ts'
import { joinLists, maxReportBytes } from './day-list.ts'
import { ProviderSilent, UnreadableList } from './port.ts'
import { dayBefore, readAdjustments, type Adjustment, type UnreadAdjustment } from './unionpay-adjustments.rules.ts'
import { isReportFile, readReportFile, type SettledLine } from './unionpay-report.rules.ts'
import type { UnionpayForm } from './unionpay-signature.ts'
import { unzip, type UnzippedFile } from './unzip.ts'

/**
 * UTF-8 byte order mark, written as one character per byte. Some gateways and editors put it before the first line. The
 * columns of a line have fixed positions, so the mark would shift them by three.
 */
const byteOrderMark = /^\u00EF\u00BB\u00BF/

type Post = (url: string, fields: UnionpayForm) => Promise<UnionpayForm>

/** Response code for a missing file: not ready yet, or nothing was settled. UnionPay does not distinguish these. */
const noFile = '98'

type Config = { readonly merchantId: string; readonly fileUrl: string }
type Settled = {
  readonly lines: readonly SettledLine[]
  readonly list: DayList
  readonly adjustments: readonly (Adjustment | UnreadAdjustment)[]
}
/**
 * Maximum number of earlier days whose reports are fetched to find the payments of a day's adjustments. An operator
 * looks for the other payments.
 */
const maxDaysBefore = 10
const dayMs = 86_400_000

/**
 * Fetches the settlement report of a day, which ends at 23:00 in Beijing. The signed answer contains a ZIP, deflated
 * again, in base64. The answer repeats month and day; only the file's name has the year. `post` verifies answers.
 */
async function fetchDay(config: Config, post: Post, day: string): Promise<Settled | 'not_ready'> {
  const settleDate = day.slice(5).replace('-', '')
  const answer = await post(config.fileUrl, {
    bizType: '000000',
    txnType: '76',
    txnSubType: '01',
    accessType: '0',
    merId: config.merchantId,
    txnTime: toBeijingDigits(new Date()),
    fileType: '00',
    settleDate,
  })
  if (answer.respCode === noFile) return 'not_ready'
  if (answer.respCode !== '00') throw new ProviderSilent(`settlement report: ${answer.respCode}`)
  if (answer.settleDate !== settleDate) throw new ProviderSilent('settlement report: an answer about another day')
  const files = unpack(answer.fileContent ?? '')
  const textsOf = (kind: 'ZM' | 'ZME') =>
    (files ?? [])
      .filter(({ name }) => isReportFile(name, day, config.merchantId, kind))
      .map(({ bytes }) => Buffer.from(bytes).toString('latin1').replace(byteOrderMark, ''))
  if (!files) throw new UnreadableList('settlement report: an archive that cannot be read')
  const parts = textsOf('ZM').map((text) => readReportFile(text, config.merchantId).rows)
  const list = joinLists(
    'settlement report',
    parts.map((rows) =>
      sortLines(
        rows.map((row) => (typeof row === 'string' ? row : row.line)),
        1,
      ),
    ),
  )
  return {
    lines: parts.flat().filter((row) => typeof row !== 'string'),
    list,
    adjustments: textsOf('ZME').flatMap((text) => readAdjustments(text, config.merchantId)),
  }
}

/** Creates the function that reads the transactions and adjustments of a day. */
export const createUnionpayReport =
  (config: Config, post: Post) =>
  async (day: string): Promise<DayList | 'not_ready'> => {
    const settled = await fetchDay(config, post, day)
    if (settled === 'not_ready') return settled
    const { lines, list, adjustments } = settled
    const known = new Map([[day, lines]])
    const days = adjustments.flatMap((each) => ('before' in each ? (dayBefore(each.before.day, day) ?? []) : []))
    for (const before of [...new Set(days)].filter((one) => one !== day).slice(0, maxDaysBefore))
      known.set(before, await linesOf(config, post, before))
    return { ...list, lines: [...list.lines, ...adjustments.map((each) => lineOf(each, day, known))] }
  }

/**
 * Transactions of a day. Empty if UnionPay does not answer, or the file is missing or unreadable; an operator then
 * looks for the payment of the adjustment.
 */
async function linesOf(config: Config, post: Post, day: string): Promise<readonly SettledLine[]> {
  const settled = await fetchDay(config, post, day).catch((error: unknown) => {
    if (error instanceof ProviderSilent) return 'not_ready' as const
    throw error
  })
  return settled === 'not_ready' ? [] : settled.lines
}

/** Digest of an unreadable line. The line is not kept, because it contains a card number. */
const digestOf = (line: string): string => createHash('sha256').update(line, 'latin1').digest('hex').slice(0, 32)

/** An adjustment names its payment only by trace number and time; the file of that day identifies it. */
function lineOf(
  each: Adjustment | UnreadAdjustment,
  day: string,
  known: ReadonlyMap<string, readonly SettledLine[]>,
): ReportLine {
  const nothing = { kind: 'adjusted', attemptId: '', providerTxnId: '', refundId: null } as const
  if ('unread' in each)
    return {
      ...nothing,
      amount: { amountMinor: 0, currency: 'CNY' },
      adjustment: { id: digestOf(each.unread), takes: null, at: null },
    }
  const before = known.get(dayBefore(each.before.day, day) ?? '')?.filter(({ trace }) => trace === each.before.trace)
  // Names no payment if several transactions match.
  const paid = before?.length === 1 ? before[0]?.line : undefined
  const at = fromBeijingDayDigits(each.time, new Date(Date.parse(`${day}T00:00:00Z`) - 180 * dayMs))
  return {
    ...nothing,
    ...(paid && { attemptId: paid.attemptId, providerTxnId: paid.providerTxnId }),
    amount: { amountMinor: each.amountMinor, currency: 'CNY' },
    adjustment: { id: each.id, takes: each.takes, at },
  }
}

function unpack(content: string): UnzippedFile[] | null {
  try {
    const archive = inflateSync(Buffer.from(content, 'base64'), { maxOutputLength: maxReportBytes })
    return unzip(archive, 4 * maxReportBytes)
  } catch {
    return null
  }
}
