import { fromDecimal } from '#shared/money.ts'
import { isRecord } from '#server/platform/read-body.ts'
import { beijingDay } from '../beijing-time.rules.ts'
import type { DayList, ReportLine, UnreadLine } from '../settlement-report.rules.ts'
import { fromBeijingTime } from './alipay-wire.rules.ts'
import { isNumber, sortLines } from './day-list.rules.ts'
import { fieldsOf, stateOf, type EpayFields } from './epay-wire.rules.ts'
import { ProviderSilent, UnreadableList } from './port.ts'

type AskPage = (fields: EpayFields) => Promise<Readonly<Record<string, unknown>>>

const pageSize = 50
/** Maximum number of orders read from the list, including unpaid ones and those newer than the day. */
const maxOrders = 20_000
/** Timeout for fetching all pages of a list, in milliseconds. */
const listMs = 30_000
/** Longest time from order to payment that the list covers: a day. A later payment may be missing from the list. */
const longestMs = 86_400_000

/**
 * Payments of a day in Beijing, from the gateway's list of all orders, newest first. The list has no refunds, because
 * refunds have neither number nor time there. The gateway's filter by state is not used: public gateways read it
 * wrongly and list unpaid orders too. The signature does not cover the rows, so they are compared with our records and
 * never credited.
 */
export function createEpayList(pid: string, ask: AskPage) {
  return async (day: string): Promise<DayList> => {
    const { from, to } = beijingDay(day)
    const until = Date.now() + listMs
    const seen = new Set<string>()
    const rows: (ReportLine | UnreadLine['why'])[] = []
    for (let offset = 0; offset < maxOrders;) {
      if (Date.now() > until) throw new ProviderSilent('the list of orders did not end in time')
      const { data } = await ask({ offset: String(offset), limit: String(pageSize) })
      if (!Array.isArray(data)) throw new UnreadableList('a page of orders without rows')
      const orders = data.map((row: unknown) => (isRecord(row) ? fieldsOf(row) : null))
      for (const order of orders) {
        // An order created while the list is read shifts all others, so an order may appear on two pages.
        const number = order?.trade_no ?? ''
        if (number !== '' && seen.has(number)) continue
        seen.add(number)
        const row = rowOf(order, { pid, from, to })
        if (row !== null) rows.push(row)
      }
      const isOver = orders.every((order) => isBefore(order?.addtime, from.getTime() - longestMs))
      if (orders.length === 0 || isOver) return { ...sortLines(rows, 1), lacks: 'refunds' }
      offset += orders.length
    }
    throw new UnreadableList(`more than ${maxOrders} orders`)
  }
}

function isBefore(time: string | undefined, limit: number): boolean {
  const at = fromBeijingTime(time)
  return at !== null && at.getTime() < limit
}

/**
 * Report line of an order that was paid on this day, or the reason why the row cannot be read. Null if the order was
 * not paid on this day.
 */
function rowOf(
  order: EpayFields | null,
  { pid, from, to }: { pid: string; from: Date; to: Date },
): ReportLine | UnreadLine['why'] | null {
  if (!order) return 'columns'
  const state = stateOf(order.status)
  if (state === 'unknown') return 'state'
  if (state === 'open') return null
  const at = fromBeijingTime(order.endtime)
  if (!at) return 'columns'
  if (at < from || at >= to) return null
  if (order.pid !== undefined && order.pid !== pid) return 'merchant'
  const { trade_no: providerTxnId = '', out_trade_no: attemptId = '', money = '' } = order
  if (!isNumber(providerTxnId) || !isNumber(attemptId)) return 'number'
  const amount = fromDecimal(money, 'CNY')
  return amount ? { kind: 'paid', attemptId, providerTxnId, refundId: null, amount } : 'amount'
}
