import { randomUUID } from 'node:crypto'
import { KeptFile } from '../kept-file.ts'
import { deliver, retryDelaysMs, type Delivery } from './delivery.ts'
import type { Params } from './signing.ts'
import {
  closeIfOver,
  closeTrade,
  newTrade,
  payTrade,
  refundTrade,
  settleRefund,
  TradeError,
  type Trade,
} from './trades.ts'
import { notificationOf } from './wire.ts'

export type Notice = {
  readonly id: string
  readonly outTradeNo: string
  readonly url: string
  readonly params: Params
  readonly deliveries: Delivery[]
  /** It was read and answered with "success", or it was to be dropped. */
  finished: boolean
}
/** A code to scan; what it is for becomes a trade when somebody does. */
type Code = { readonly code: string; readonly draft: Parameters<typeof newTrade>[0] }
type State = { clockOffsetMs: number; trades: Trade[]; codes: Code[]; notices: Notice[] }

/** How the notifications of one event go out: that many at once, 0 to lose them. */
export type NotifyMode = { notify?: number }

/**
 * Alipay's side of the counter: trades and the notifications about them, in memory and in one file, so that a restart
 * forgets nothing. Its clock can be moved ahead.
 */
export class Bank {
  readonly #privateKeyPem: string
  readonly #kept: KeptFile<State>
  readonly #timers = new Set<NodeJS.Timeout>()
  #dropAll = false
  #holdsRefunds = false

  /** Without a folder nothing is kept. */
  constructor(folder: string | null, privateKeyPem: string) {
    this.#privateKeyPem = privateKeyPem
    this.#kept = new KeptFile<State>(folder, 'alipay.json', { clockOffsetMs: 0, trades: [], codes: [], notices: [] })
    for (const notice of this.#kept.state.notices) if (!notice.finished) this.#send(notice, notice.deliveries.length)
  }

  get now(): number {
    return Date.now() + this.#kept.state.clockOffsetMs
  }
  get trades(): readonly Trade[] {
    for (const trade of this.#kept.state.trades) this.#refresh(trade)
    return this.#kept.state.trades
  }
  get notices(): readonly Notice[] {
    return this.#kept.state.notices
  }

  advanceClock(ms: number): void {
    this.#kept.state.clockOffsetMs += ms
    this.#kept.save()
  }
  /** While on, every notification is lost on its way. */
  dropNotifications(on: boolean): void {
    this.#dropAll = on
  }

  find(outTradeNo: string): Trade | undefined {
    const trade = this.#kept.state.trades.find((known) => known.outTradeNo === outTradeNo)
    if (trade) this.#refresh(trade)
    return trade
  }
  findByTradeNo = (tradeNo: string): Trade | undefined => this.trades.find((known) => known.tradeNo === tradeNo)
  get(outTradeNo: string): Trade {
    const trade = this.find(outTradeNo)
    if (!trade) throw new TradeError('ACQ.TRADE_NOT_EXIST')
    return trade
  }

  /** The trade under this number; the first time it is asked for, a new one. */
  open(draft: Parameters<typeof newTrade>[0]): Trade {
    const known = this.find(draft.outTradeNo)
    if (known && known.status === 'WAIT_BUYER_PAY' && known.totalMinor !== draft.totalMinor)
      throw new TradeError('ACQ.CONTEXT_INCONSISTENT')
    if (known) return known
    const trade = newTrade(draft, this.now)
    this.#kept.state.trades.push(trade)
    this.#refresh(trade)
    this.#kept.save()
    return trade
  }

  /** The code under this number; the first time it is asked for, a new one. There is no trade yet. */
  precreate(draft: Code['draft']): string {
    const trade = this.find(draft.outTradeNo)
    if (trade && trade.status !== 'WAIT_BUYER_PAY')
      throw new TradeError(trade.paidAt === null ? 'ACQ.TRADE_HAS_CLOSE' : 'ACQ.TRADE_HAS_SUCCESS')
    const known = this.#kept.state.codes.find((made) => made.draft.outTradeNo === draft.outTradeNo)
    if (known && known.draft.totalMinor !== draft.totalMinor) throw new TradeError('ACQ.CONTEXT_INCONSISTENT')
    if (known) return known.code
    const code = `bax${randomUUID().replaceAll('-', '').slice(0, 24)}`
    this.#kept.state.codes.push({ code, draft })
    this.#kept.save()
    return code
  }
  /** Somebody scans: by the code, or by the number that it was made for. Undefined if there is no such code. */
  scan(codeOrNumber: string): Trade | undefined {
    const made = this.#kept.state.codes.find(({ code, draft }) => [code, draft.outTradeNo].includes(codeOrNumber))
    return made && this.open(made.draft)
  }

  /** `late`: the payment is stamped a minute after the window. A trade that closed meanwhile is paid all the same then. */
  pay(
    trade: Trade,
    {
      deltaMinor = 0,
      late = false,
      notify = 1,
      payer,
    }: { deltaMinor?: number; late?: boolean; payer?: string } & NotifyMode = {},
  ): void {
    if (payer !== undefined) trade.payer = payer
    if (late && trade.status === 'TRADE_CLOSED' && trade.paidAt === null) {
      trade.status = 'WAIT_BUYER_PAY'
      trade.closedAt = null
    }
    payTrade(trade, late ? Math.max(this.now, trade.expiresAt + 60_000) : this.now, deltaMinor)
    this.#notify(trade, { notify })
  }

  close(trade: Trade): void {
    closeTrade(trade, this.now)
    this.#notify(trade)
  }

  /** False if this refund was made before. */
  refund(trade: Trade, requestNo: string, amountMinor: number): boolean {
    const state = this.#holdsRefunds ? ({ state: 'pending' } as const) : {}
    const isNew = refundTrade(trade, { requestNo, amountMinor, at: this.now, ...state })
    if (isNew && !this.#holdsRefunds) this.#notify(trade, {}, requestNo)
    return isNew
  }
  /** While on, refunds are taken in and wait. */
  holdRefunds(on: boolean): void {
    this.#holdsRefunds = on
  }
  /** Of a refund that failed Alipay says nothing by itself. */
  settleRefund(trade: Trade, requestNo: string, end: 'done' | 'failed'): void {
    settleRefund(trade, requestNo, end)
    this.#kept.save()
    if (end === 'done') this.#notify(trade, {}, requestNo)
  }

  /** Sends a stored notification again, byte for byte, all copies at once. Answers what was replied to each. */
  replay(id: string, times: number): Promise<Delivery[]> {
    const notice = this.#kept.state.notices.find((known) => known.id === id)
    if (!notice) throw new TradeError('no such notification')
    return Promise.all(Array.from({ length: times }, () => deliver(notice.url, notice.params)))
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#kept.close()
  }

  #refresh(trade: Trade): void {
    if (closeIfOver(trade, this.now)) this.#notify(trade)
  }

  #notify(trade: Trade, { notify = 1 }: NotifyMode = {}, requestNo?: string): void {
    const id = randomUUID().replaceAll('-', '')
    const params = notificationOf(trade, {
      id,
      at: this.now,
      privateKeyPem: this.#privateKeyPem,
      ...(requestNo !== undefined && { requestNo }),
    })
    const dropped = notify === 0 || this.#dropAll
    const notice: Notice = {
      id,
      outTradeNo: trade.outTradeNo,
      url: trade.notifyUrl,
      params,
      deliveries: [],
      finished: dropped,
    }
    this.#kept.state.notices.push(notice)
    this.#kept.save()
    if (!dropped) for (let copy = 0; copy < notify; copy++) this.#send(notice, 0)
  }

  /** Repeats with growing pauses until the bare word "success" is the answer. */
  #send(notice: Notice, attempt: number): void {
    const delay = retryDelaysMs[attempt]
    if (delay === undefined) {
      notice.finished = true
      return this.#kept.save()
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      void deliver(notice.url, notice.params).then((delivery) => {
        notice.deliveries.push(delivery)
        if (delivery.body === 'success') notice.finished = true
        this.#kept.save()
        if (!notice.finished) this.#send(notice, attempt + 1)
      })
    }, delay)
    timer.unref()
    this.#timers.add(timer)
  }
}
