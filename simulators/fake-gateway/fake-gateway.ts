import { KeptFile } from '../kept-file.ts'
import {
  GatewayRefusal,
  closeGatewayPayment,
  closeIfOver,
  newGatewayPayment,
  payGatewayPayment,
  stateOf,
  refundGatewayPayment,
  type GatewayPayment,
  type GatewayRefund,
  type Draft,
} from './gateway-payments.ts'

export type Gateway = 'alipay' | 'wechat' | 'unionpay' | 'stripe' | 'epay1' | 'epay2'
type Occasion = {
  readonly kind: 'paid' | 'closed' | 'refunded' | 'refund_settled' | 'disputed' | 'dispute_closed'
  readonly refund?: GatewayRefund
  readonly end?: DisputeEnd
}
/** Result of a dispute. `warning_closed`: the bank only inquired, without consequences. */
export type DisputeEnd = 'won' | 'lost' | 'warning_closed'
export type RefundEnd = 'done' | 'failed'
/** Signed notification to the shop. `method`: absent for POST; with GET, `body` is sent in the URL. */
export type SignedNotification = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly method?: 'GET'
}
type Delivery = { readonly status: number | null; readonly body: string }
/** Parts that differ between gateways: format of notifications, acknowledgement, and return URL. */
export type Wire = {
  readonly write: (gatewayPayment: GatewayPayment, occasion: Occasion, now: number) => SignedNotification | null
  /** Returns true if the shop's response acknowledges a notification; by default any response with status 200. */
  readonly isRead?: (delivery: Delivery) => boolean
  /** Returns the URL to which the buyer's browser goes back; by default the one given by the shop. */
  readonly returnUrl?: (gatewayPayment: GatewayPayment, now: number) => string
}
export type Notice = SignedNotification & {
  readonly id: number
  readonly number: string
  readonly kind: Occasion['kind']
  readonly url: string
  readonly deliveries: Delivery[]
  finished: boolean
}
/**
 * Layout of a daily report. `extraColumns`: adds columns that the product does not know. `parts`: number of files or
 * pages, where the gateway supports several. `isCut`: the report breaks off. `isDoubled`: each line is written twice.
 * `isMarked`: the file begins with a byte order mark.
 */
export type ListLayout = {
  readonly extraColumns: boolean
  readonly parts: number
  readonly isCut: boolean
  readonly isDoubled: boolean
  readonly isMarked: boolean
}
export const usualLayout: ListLayout = {
  extraColumns: false,
  parts: 1,
  isCut: false,
  isDoubled: false,
  isMarked: false,
}
/** Returns the lines of a daily report, each of them twice if the layout has `isDoubled`. */
export const inLayout = <Line>(lines: readonly Line[], { isDoubled }: ListLayout): readonly Line[] =>
  isDoubled ? lines.flatMap((line) => [line, line]) : lines
/** Form of a daily report: its layout, and lines of payments that this shop does not know. */
export type ListStyle = { readonly foreignLines?: readonly string[]; readonly layout?: ListLayout }
type State = { clockOffsetMs: number; gatewayPayments: GatewayPayment[]; notices: Notice[] }
export type PayOptions = { deltaMinor?: number; late?: boolean; notify?: number; payer?: string }

/**
 * Delays before a notification is sent again. Real gateways retry for a day or more; these delays suit manual tests.
 */
const retryDelaysMs = [0, 1_000, 2_000, 5_000, 15_000, 60_000] as const

/**
 * Simulated payment gateway: its payments and notifications, in memory and, with a folder, in one file. Its clock can
 * be advanced.
 */
export class FakeGateway {
  readonly gateway: Gateway
  readonly #wire: Wire
  readonly #kept: KeptFile<State>
  /** Lines added to every daily report, as if other merchants used the same account. */
  readonly foreignLines: string[] = []
  layout: ListLayout = usualLayout
  readonly #timers = new Set<NodeJS.Timeout>()
  #dropAll = false
  #holdsRefunds = false

  constructor(gateway: Gateway, folder: string | null, wire: Wire) {
    this.gateway = gateway
    this.#wire = wire
    this.#kept = new KeptFile<State>(folder, `${gateway}.json`, { clockOffsetMs: 0, gatewayPayments: [], notices: [] })
    for (const notice of this.#kept.state.notices) if (!notice.finished) this.#send(notice, notice.deliveries.length)
  }

  get now(): number {
    return Date.now() + this.#kept.state.clockOffsetMs
  }
  get gatewayPayments(): readonly GatewayPayment[] {
    for (const gatewayPayment of this.#kept.state.gatewayPayments) this.#refresh(gatewayPayment)
    return this.#kept.state.gatewayPayments
  }
  get notices(): readonly Notice[] {
    return this.#kept.state.notices
  }
  advanceClock(ms: number): void {
    this.#kept.state.clockOffsetMs += ms
    this.#kept.save()
  }
  dropNotifications(on: boolean): void {
    this.#dropAll = on
  }

  find(number: string): GatewayPayment | undefined {
    const gatewayPayment = this.#kept.state.gatewayPayments.find((known) => known.number === number)
    if (gatewayPayment) this.#refresh(gatewayPayment)
    return gatewayPayment
  }
  get(number: string): GatewayPayment {
    const gatewayPayment = this.find(number)
    if (!gatewayPayment) throw new GatewayRefusal('unknown')
    return gatewayPayment
  }
  findByTxn = (txn: string): GatewayPayment | undefined =>
    this.gatewayPayments.find((gatewayPayment) => gatewayPayment.txn === txn)
  findByRefund = (number: string): GatewayPayment | undefined =>
    this.gatewayPayments.find((gatewayPayment) => gatewayPayment.refunds.some((refund) => refund.number === number))

  open(draft: Draft): GatewayPayment {
    const gatewayPayment = newGatewayPayment(draft, this.now)
    this.#kept.state.gatewayPayments.push(gatewayPayment)
    this.#kept.save()
    return gatewayPayment
  }

  openOnce(draft: Draft): GatewayPayment {
    const known = this.find(draft.number)
    if (known && known.totalMinor !== draft.totalMinor) throw new GatewayRefusal('other_content')
    return known ?? this.open(draft)
  }
  remember(gatewayPayment: GatewayPayment, extra: GatewayPayment['extra']): void {
    Object.assign(gatewayPayment.extra, extra)
    this.#kept.save()
  }

  /**
   * Pays as the buyer does. `late`: at least a minute after the payment window, even if the payment was already closed.
   */
  pay(gatewayPayment: GatewayPayment, { deltaMinor = 0, late = false, notify = 1, payer }: PayOptions = {}): void {
    if (payer !== undefined) gatewayPayment.payer = payer
    if (late && gatewayPayment.paidAt === null) gatewayPayment.closedAt = null
    payGatewayPayment(
      gatewayPayment,
      late ? Math.max(this.now, gatewayPayment.expiresAt + 60_000) : this.now,
      deltaMinor,
    )
    this.#notify(gatewayPayment, { kind: 'paid' }, notify)
  }
  close(gatewayPayment: GatewayPayment): void {
    closeGatewayPayment(gatewayPayment, this.now)
    this.#notify(gatewayPayment, { kind: 'closed' })
  }
  decline(gatewayPayment: GatewayPayment): void {
    closeGatewayPayment(gatewayPayment, this.now)
    this.remember(gatewayPayment, { declined: 'yes', cancelUrl: '' })
    this.#notify(gatewayPayment, { kind: 'closed' })
  }
  dispute(gatewayPayment: GatewayPayment, amountMinor = gatewayPayment.paidMinor): void {
    if (gatewayPayment.paidAt === null) throw new GatewayRefusal('not_paid')
    if (!(amountMinor > 0 && amountMinor <= gatewayPayment.paidMinor)) throw new GatewayRefusal('too_much')
    gatewayPayment.disputedMinor = amountMinor
    gatewayPayment.disputedAt = this.now
    gatewayPayment.disputes = (gatewayPayment.disputes ?? 0) + 1
    delete gatewayPayment.disputeEnd
    this.#notify(gatewayPayment, { kind: 'disputed' })
  }
  closeDispute(gatewayPayment: GatewayPayment, end: DisputeEnd): void {
    if (gatewayPayment.disputedAt === null) throw new GatewayRefusal('other_content')
    gatewayPayment.disputeEnd = end
    this.#notify(gatewayPayment, { kind: 'dispute_closed', end })
  }
  refund(gatewayPayment: GatewayPayment, number: string, amountMinor: number): ReturnType<typeof refundGatewayPayment> {
    const state = this.#holdsRefunds ? ({ state: 'pending' } as const) : {}
    const made = refundGatewayPayment(gatewayPayment, { number, amountMinor, at: this.now, ...state })
    if (made.isNew) this.#notify(gatewayPayment, { kind: 'refunded', refund: made.refund })
    return made
  }
  holdRefunds(on: boolean): void {
    this.#holdsRefunds = on
  }
  settleRefund(gatewayPayment: GatewayPayment, number: string, end: RefundEnd): void {
    const refund = gatewayPayment.refunds.find((known) => known.number === number)
    if (!refund) throw new GatewayRefusal('unknown')
    if (end === 'failed') refund.state = 'failed'
    else delete refund.state
    this.#notify(gatewayPayment, { kind: 'refund_settled', refund })
  }

  /**
   * Creates the notification about an event of a payment as the gateway would send it now; null if it would send none.
   */
  write = (gatewayPayment: GatewayPayment, occasion: Occasion): SignedNotification | null =>
    this.#wire.write(gatewayPayment, occasion, this.now)

  /**
   * URL to which the buyer's browser goes back: for a closed payment the shop's cancel URL, if it has one. Empty if the
   * shop gave none, as for a scanned code.
   */
  returnUrl(gatewayPayment: GatewayPayment): string {
    const { cancelUrl = '', returnUrl = '' } = gatewayPayment.extra
    if (cancelUrl !== '' && stateOf(gatewayPayment) === 'closed') return cancelUrl
    return (this.#wire.returnUrl?.(gatewayPayment, this.now) ?? gatewayPayment.returnUrl) || returnUrl
  }

  /** Sends identical copies of a notification in parallel. Returns the shop's responses. */
  replay(notice: Notice, times: number): Promise<Delivery[]> {
    return Promise.all(Array.from({ length: times }, () => post(notice.url, notice)))
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#kept.close()
  }

  #refresh(gatewayPayment: GatewayPayment): void {
    if (closeIfOver(gatewayPayment, this.now)) this.#notify(gatewayPayment, { kind: 'closed' })
  }

  #notify(gatewayPayment: GatewayPayment, occasion: Occasion, copies = 1): void {
    const notification = this.write(gatewayPayment, occasion)
    this.#kept.save()
    if (!notification) return
    const { number, notifyUrl: url } = gatewayPayment
    const finished = copies === 0 || this.#dropAll
    const id = this.#kept.state.notices.length
    const notice: Notice = { ...notification, id, number, kind: occasion.kind, url, deliveries: [], finished }
    this.#kept.state.notices.push(notice)
    this.#kept.save()
    if (!finished) for (let copy = 0; copy < copies; copy++) this.#send(notice, 0)
  }

  #send(notice: Notice, attempt: number): void {
    const delay = retryDelaysMs[attempt]
    if (delay === undefined) {
      notice.finished = true
      return this.#kept.save()
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      void post(notice.url, notice).then((delivery) => {
        notice.deliveries.push(delivery)
        const isRead = this.#wire.isRead ?? (({ status }) => status === 200)
        if (isRead(delivery)) notice.finished = true
        this.#kept.save()
        if (!notice.finished) this.#send(notice, attempt + 1)
      })
    }, delay)
    timer.unref()
    this.#timers.add(timer)
  }
}

/** Posts a notification. Never throws: if the shop is unreachable, the delivery has no status. */
async function post(url: string, { headers, body, method }: SignedNotification): Promise<Delivery> {
  try {
    const signal = AbortSignal.timeout(10_000)
    const response =
      method === 'GET'
        ? await fetch(`${url}?${body}`, { headers, signal, redirect: 'manual' })
        : await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
    return { status: response.status, body: (await response.text()).slice(0, 200) }
  } catch {
    return { status: null, body: '' }
  }
}
