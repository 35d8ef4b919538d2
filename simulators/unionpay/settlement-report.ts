import { deflateSync } from 'node:zlib'
import { inLayout, usualLayout, type ListStyle } from '../fake-gateway/fake-gateway.ts'
import { movementsOf, type GatewayPayment, type Movement } from '../fake-gateway/gateway-payments.ts'
import { cardHolderOf } from '../fake-gateway/card-holder.ts'
import { zip } from '../zip.ts'

type Value = readonly [value: string | number, width: number]

const beijing = (at: number): string => new Date(at + 8 * 3_600_000).toISOString()
/** Settlement day of a time. A day ends at 23:00 in Beijing. */
const settleDay = (at: number): string => beijing(at + 3_600_000).slice(0, 10)
const digits = (at: number): string => beijing(at).slice(5, 19).replaceAll(/[-:T]/g, '')

/** Line of a payment or refund ("ZM"): 42 fixed-width values, separated by spaces. */
function line({ gatewayPayment, at, refund }: Movement, merchantId: string): string {
  const amountMinor = refund ? refund.amountMinor : gatewayPayment.paidMinor
  const signed = (sign: 'C' | 'D', minor: number): Value => [`${sign}${String(minor).padStart(12, '0')}`, 13]
  const values: readonly Value[] = [
    [refund ? 'S30' : 'S22', 3],
    ['04900000', 11],
    ['00011000', 11],
    [gatewayPayment.txn.slice(-6), 6],
    [digits(at), 10],
    [cardHolderOf(gatewayPayment.txn).maskedAccount, 19],
    [amountMinor, 12],
    ['5734', 4],
    ['07', 2],
    [refund ? refund.txn : gatewayPayment.txn, 21],
    ['02', 2],
    [refund ? refund.number : gatewayPayment.number, 32],
    ['01', 2],
    [refund ? gatewayPayment.txn.slice(-6) : '', 6],
    [refund ? digits(gatewayPayment.paidAt ?? at) : '', 10],
    signed('D', 0),
    signed(refund ? 'D' : 'C', amountMinor),
    ['0001', 4],
    ['', 15],
    [refund ? '04' : '01', 2],
    [refund ? '00' : '07', 2],
    ['000000', 6],
    ['01', 2],
    ['', 4],
    ['', 32],
    ['0', 1],
    [refund ? gatewayPayment.txn : '', 21],
    [merchantId, 15],
    ['0', 1],
    ['', 15],
    ['', 32],
    signed('C', 0),
    signed(refund ? 'D' : 'C', amountMinor),
    ['01080209', 8],
    ['', 32],
    signed('C', 0),
    signed('C', 0),
    [0, 12],
    ['00', 2],
    ['0', 1],
    [refund ? gatewayPayment.number : '', 32],
    ['', 98],
  ]
  return write(values)
}

const write = (values: readonly Value[]): string =>
  values
    .map(([value, width]) =>
      typeof value === 'number' ? String(value).padStart(width, '0') : value.padEnd(width).slice(0, width),
    )
    .join(' ')

/** Line of an adjustment between banks ("ZME"): 22 values. The trace number, time and day identify the payment. */
function adjustment(gatewayPayment: GatewayPayment, at: number, sign: 'C' | 'D', merchantId: string): string {
  const amountMinor = gatewayPayment.disputedMinor ?? gatewayPayment.paidMinor
  const paidAt = gatewayPayment.paidAt ?? at
  return write([
    // Invented example values, because no public list of these codes exists.
    [sign === 'D' ? 'E30' : 'E31', 3],
    ['04900000', 11],
    ['00011000', 11],
    [Number(gatewayPayment.txn.slice(-6)) % 999_999, 6],
    [digits(at), 10],
    [cardHolderOf(gatewayPayment.txn).maskedAccount, 19],
    [amountMinor, 12],
    ['5734', 4],
    ['07', 2],
    ['01', 2],
    [gatewayPayment.txn.slice(-6), 6],
    [digits(paidAt), 10],
    [settleDay(paidAt).slice(5).replace('-', ''), 4],
    [gatewayPayment.paidMinor, 12],
    ['C000000000000', 13],
    [`${sign}${String(amountMinor).padStart(12, '0')}`, 13],
    ['', 15],
    [merchantId, 15],
    ['0', 1],
    [0, 12],
    ['00', 2],
    ['', 135],
  ])
}

/** Adjustments between banks for a dispute: it takes the payment's money; a won dispute returns it. */
const adjustmentsOf = (gatewayPayment: GatewayPayment, day: string, merchantId: string): string[] =>
  gatewayPayment.disputedAt === null || settleDay(gatewayPayment.disputedAt) !== day
    ? []
    : [
        adjustment(gatewayPayment, gatewayPayment.disputedAt, 'D', merchantId),
        ...(gatewayPayment.disputeEnd === 'won'
          ? [adjustment(gatewayPayment, gatewayPayment.disputedAt, 'C', merchantId)]
          : []),
      ]

type ReportFile = { readonly fileName: string; readonly fileContent: string }

/**
 * Report file of a day ("MMDD", its latest occurrence) as in UnionPay's answer: a deflated ZIP in base64. Null if
 * nothing happened on that day.
 */
export function reportFile(
  gatewayPayments: readonly GatewayPayment[],
  settleDate: string,
  { now, merchantId, foreignLines = [], layout = usualLayout }: ListStyle & { now: number; merchantId: string },
): ReportFile | null {
  const month = `-${settleDate.slice(0, 2)}-${settleDate.slice(2)}`
  const [today, year] = [settleDay(now), Number(settleDay(now).slice(0, 4))]
  const day = `${year}${month}` <= today ? `${year}${month}` : `${year - 1}${month}`
  // Unknown bytes after the reserved ones at the end of a line, for tests.
  const more = layout.extraColumns ? 'X'.repeat(40) : ''
  const own = movementsOf(gatewayPayments, (at) => settleDay(at) === day).map(
    (movement) => `${line(movement, merchantId)}${more}`,
  )
  const lines = [...inLayout(own, layout), ...foreignLines]
  const adjusted = gatewayPayments.flatMap((gatewayPayment) => adjustmentsOf(gatewayPayment, day, merchantId))
  if (lines.length === 0 && adjusted.length === 0) return null
  const inn = `INN${day.slice(2).replaceAll('-', '')}88`
  const file = (kind: string, text: string) => ({
    name: Buffer.from(`${inn}${kind}_${merchantId}`),
    bytes: Buffer.from(layout.isMarked ? `\u00EF\u00BB\u00BF${text}` : text, 'latin1'),
  })
  const textOf = (rows: readonly string[]) => rows.map((row) => `${row}\r\n`).join('')
  const archive = zip([file('ZM', textOf(lines)), file('ZME', textOf(adjusted))])
  const content = deflateSync(layout.isCut ? archive.subarray(0, -60) : archive)
  return { fileName: `${merchantId}_${day}.zip`, fileContent: content.toString('base64') }
}
