import { KeptFile } from '../kept-file.ts'
import {
  BillError,
  closeBill,
  closeIfOver,
  newBill,
  payBill,
  refundBill,
  type Bill,
  type BillRefund,
  type Draft,
} from './bills.ts'

export type Gateway = 'alipay' | 'wechat' | 'unionpay' | 'stripe'
export type Occasion = {
  readonly kind: 'paid' | 'closed' | 'refunded' | 'refund_settled' | 'disputed' | 'dispute_closed'
  readonly refund?: BillRefund
  readonly end?: DisputeEnd
}
/** How a dispute ends; `warning_closed`: it was an inquiry and came to nothing. */
export type DisputeEnd = 'won' | 'lost' | 'warning_closed'
/** What becomes of a refund that waited, or that was done. */
export type RefundEnd = 'done' | 'failed'
export type Letter = { readonly headers: Readonly<Record<string, string>>; readonly body: string }
export type Delivery = { readonly status: number | null; readonly body: string }
/** What differs between gateways where they speak first: what they write, and what they take for "I have read it". */
export type Wire = {
  /** Null where it says nothing about such an occasion. */
  readonly write: (bill: Bill, occasion: Occasion, now: number) => Letter | null
  /** Any 200 unless said. */
  readonly isRead?: (delivery: Delivery) => boolean
  /** Where the buyer's browser goes; the address that the shop gave unless said. */
  readonly returnUrl?: (bill: Bill, now: number) => string
}
export type Notice = Letter & {
  readonly id: number
  readonly number: string
  readonly kind: Occasion['kind']
  readonly url: string
  readonly deliveries: Delivery[]
  finished: boolean
}
type State = { clockOffsetMs: number; bills: Bill[]; notices: Notice[] }
export type PayOptions = { deltaMinor?: number; late?: boolean; notify?: number; payer?: string }

/** Gateways repeat for a day or more; a person at the simulator does not wait that long. */
const retryDelaysMs = [0, 1_000, 2_000, 5_000, 15_000, 60_000] as const

/** A gateway's side of the counter: bills and the letters about them, in memory and in one file. Its clock can be moved ahead. */
export class Till {
  readonly gateway: Gateway
  readonly #wire: Wire
  readonly #kept: KeptFile<State>
  readonly #timers = new Set<NodeJS.Timeout>()
  #dropAll = false
  #holdsRefunds = false

  constructor(gateway: Gateway, folder: string | null, wire: Wire) {
    this.gateway = gateway
    this.#wire = wire
    this.#kept = new KeptFile<State>(folder, `${gateway}.json`, { clockOffsetMs: 0, bills: [], notices: [] })
    for (const notice of this.#kept.state.notices) if (!notice.finished) this.#send(notice, notice.deliveries.length)
  }

  get now(): number {
    return Date.now() + this.#kept.state.clockOffsetMs
  }
  get bills(): readonly Bill[] {
    for (const bill of this.#kept.state.bills) this.#refresh(bill)
    return this.#kept.state.bills
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

  find(number: string): Bill | undefined {
    const bill = this.#kept.state.bills.find((known) => known.number === number)
    if (bill) this.#refresh(bill)
    return bill
  }
  get(number: string): Bill {
    const bill = this.find(number)
    if (!bill) throw new BillError('unknown')
    return bill
  }
  findByTxn = (txn: string): Bill | undefined => this.bills.find((bill) => bill.txn === txn)
  findByRefund = (number: string): Bill | undefined =>
    this.bills.find((bill) => bill.refunds.some((refund) => refund.number === number))

  open(draft: Draft): Bill {
    const bill = newBill(draft, this.now)
    this.#kept.state.bills.push(bill)
    this.#kept.save()
    return bill
  }

  /** The bill under this number; the first time it is asked for, a new one. */
  openOnce(draft: Draft): Bill {
    const known = this.find(draft.number)
    if (known && known.totalMinor !== draft.totalMinor) throw new BillError('other_content')
    return known ?? this.open(draft)
  }
  /** Writes down what a gateway keeps besides of a bill. */
  remember(bill: Bill, extra: Bill['extra']): void {
    Object.assign(bill.extra, extra)
    this.#kept.save()
  }

  /** `late`: stamped a minute after the window. What closed meanwhile is paid all the same then. */
  pay(bill: Bill, { deltaMinor = 0, late = false, notify = 1, payer }: PayOptions = {}): void {
    if (payer !== undefined) bill.payer = payer
    if (late && bill.paidAt === null) bill.closedAt = null
    payBill(bill, late ? Math.max(this.now, bill.expiresAt + 60_000) : this.now, deltaMinor)
    this.#notify(bill, { kind: 'paid' }, notify)
  }
  close(bill: Bill): void {
    closeBill(bill, this.now)
    this.#notify(bill, { kind: 'closed' })
  }
  /** `amountMinor`: of how much; all of it unless said. */
  dispute(bill: Bill, amountMinor = bill.paidMinor): void {
    if (bill.paidAt === null) throw new BillError('not_paid')
    if (!(amountMinor > 0 && amountMinor <= bill.paidMinor)) throw new BillError('too_much')
    bill.disputedMinor = amountMinor
    bill.disputedAt = this.now
    bill.disputes = (bill.disputes ?? 0) + 1
    delete bill.disputeEnd
    this.#notify(bill, { kind: 'disputed' })
  }
  /** The last dispute comes to its end. */
  closeDispute(bill: Bill, end: DisputeEnd): void {
    if (bill.disputedAt === null) throw new BillError('other_content')
    bill.disputeEnd = end
    this.#notify(bill, { kind: 'dispute_closed', end })
  }
  refund(bill: Bill, number: string, amountMinor: number): ReturnType<typeof refundBill> {
    const state = this.#holdsRefunds ? ({ state: 'pending' } as const) : {}
    const made = refundBill(bill, { number, amountMinor, at: this.now, ...state })
    if (made.isNew) this.#notify(bill, { kind: 'refunded', refund: made.refund })
    return made
  }
  /** While on, refunds are taken in and wait. */
  holdRefunds(on: boolean): void {
    this.#holdsRefunds = on
  }
  /** A refund that waited comes to its end; one that was done comes back from the bank. */
  settleRefund(bill: Bill, number: string, end: RefundEnd): void {
    const refund = bill.refunds.find((known) => known.number === number)
    if (!refund) throw new BillError('unknown')
    if (end === 'failed') refund.state = 'failed'
    else delete refund.state
    this.#notify(bill, { kind: 'refund_settled', refund })
  }

  /** Writes the letter about an occasion anew, as it would be sent now. */
  write = (bill: Bill, occasion: Occasion): Letter | null => this.#wire.write(bill, occasion, this.now)

  returnUrl = (bill: Bill): string => this.#wire.returnUrl?.(bill, this.now) ?? bill.returnUrl

  /** Sends a notification again, byte for byte, all copies at once. Returns what was replied to each. */
  replay(notice: Notice, times: number): Promise<Delivery[]> {
    return Promise.all(Array.from({ length: times }, () => post(notice.url, notice)))
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#kept.close()
  }

  #refresh(bill: Bill): void {
    if (closeIfOver(bill, this.now)) this.#notify(bill, { kind: 'closed' })
  }

  #notify(bill: Bill, occasion: Occasion, copies = 1): void {
    const letter = this.write(bill, occasion)
    this.#kept.save()
    if (!letter) return
    const { number, notifyUrl: url } = bill
    const finished = copies === 0 || this.#dropAll
    const id = this.#kept.state.notices.length
    const notice: Notice = { ...letter, id, number, kind: occasion.kind, url, deliveries: [], finished }
    this.#kept.state.notices.push(notice)
    this.#kept.save()
    if (!finished) for (let copy = 0; copy < copies; copy++) this.#send(notice, 0)
  }

  /** Repeats with growing pauses until the shop has read it. */
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

/** Never throws: an unreachable shop is a delivery without a status. */
async function post(url: string, { headers, body }: Letter): Promise<Delivery> {
  try {
    const signal = AbortSignal.timeout(10_000)
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
    return { status: response.status, body: (await response.text()).slice(0, 200) }
  } catch {
    return { status: null, body: '' }
  }
}
