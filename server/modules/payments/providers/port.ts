import type { Method } from '#shared/method.ts'
import type { Money } from '#shared/money.ts'
import type { DayList } from '#server/modules/payments/settlement-report.rules.ts'

export type ProviderId = 'alipay' | 'wechat' | 'unionpay' | 'stripe' | 'crypto'

/** For one call to a provider, in milliseconds: a job's lease has to outlive it. */
export const callTimeoutMs = 8_000

/** An amount as a provider states it. Its currency may be one that we do not sell in: rules compare it, code never adds it. */
export type StatedAmount = { readonly amountMinor: number; readonly currency: string }

/**
 * A verified statement of a provider. The same statement may arrive any number of times, in any order, by any way.
 * `refunded` with a `refundId` says what that refund gave back; without one it says what was given back in all so far.
 * `refund_failed` says that a refund came to nothing, also one that was stated as done before.
 */
export type Fact = {
  readonly provider: ProviderId
  readonly kind: 'paid' | 'failed' | 'closed' | 'refunded' | 'refund_failed' | 'disputed' | 'dispute_won' | 'reverted'
  /** Empty if the provider names the payment alone, as a dispute does: then the attempt is found by that. */
  readonly attemptId: string
  /** The provider's number of the payment; for `failed` and `closed` the attempt's id if it has none. */
  readonly providerTxnId: string
  /** What the provider calls the attempt, where its statement says so; empty: an attempt of someone else's making. */
  readonly providerRef?: string
  readonly refundId: string | null
  /** Of `disputed` and `dispute_won`: which one. A payment may be disputed again after one was won. */
  readonly disputeId?: string
  /** Of `disputed`: it is over and lost, and `amount` is gone. No later word of the same side changes that. */
  readonly isLost?: true
  /** Of `refund_failed`: why, in the provider's words. */
  readonly failure?: string
  /** Of `refunded`: a person here gave it back in another way, after it had failed at the provider. */
  readonly isElsewhere?: true
  readonly amount: StatedAmount
  readonly at: Date
  /**
   * Of `paid`: the account it was paid from, absent where the provider does not say. Inside a provider as that calls it;
   * what `createProviders` hands out is a keyed digest of it, 64 hexadecimal digits.
   */
  readonly payer?: string
  /** SHA-256, hex, of the bytes in which it was stated. */
  readonly rawHash: string
}

/** What a provider needs to open an attempt. The id is ours, fresh, and stays the same however often it is sent. */
export type NewAttempt = {
  readonly id: string
  readonly orderId: string
  /** Of one provider several may be served. */
  readonly method: Method
  readonly amount: Money
  /** What the buyer reads at the provider. */
  readonly subject: string
  readonly expiresAt: Date
  /** Phones get the provider's own page for them. */
  readonly device: 'desktop' | 'phone'
  /** Where the buyer is, if that is known: WeChat opens its phone page for that address alone. */
  readonly clientIp?: string
}
/** Where a provider sends people back to; with `isUnpaid` those who gave up there, which picks words and proves nothing. */
export type ReturnUrl = (orderId: string, isUnpaid?: 'unpaid') => string
export type AttemptRef = { readonly id: string; readonly amount: Money; readonly providerRef: string | null }

/** What the browser does to pay; kept with the attempt, so that the same question gets the same answer. */
export type PayPayload =
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'qr'; readonly content: string }
export type Created = { readonly pay: PayPayload; readonly providerRef: string | null }

export type RefundRequest = {
  readonly refundId: string
  readonly ref: AttemptRef
  readonly providerTxnId: string
  /** In the payment's own currency, which may be one that we do not sell in. */
  readonly amount: StatedAmount
  readonly reason: string
}

/**
 * `now`: when it came, for providers that state when they sent it; null for one that was found fresh and stored then.
 * Header names are in lower case.
 */
export type NotificationRequest = {
  readonly raw: Uint8Array
  readonly headers: Readonly<Record<string, string>>
  readonly now: Date | null
}

/** A notification whose signature, shop and shape are right. `eventId` is the same when the provider repeats it. */
export type Notification = {
  readonly eventId: string
  readonly facts: readonly Fact[]
  /** What it says besides that changes no money and that a person has to know. */
  readonly asks?: readonly Ask[]
}
export type Ask = {
  readonly attemptId: string
  readonly reason: 'refund_returned'
  readonly subject: string
  readonly details: Readonly<Record<string, unknown>>
}

export type Reply = { readonly status: number; readonly body: string }

export interface PaymentProvider {
  readonly id: ProviderId
  readonly caps: {
    readonly currencies: readonly string[]
    readonly canClose: boolean
    readonly partialRefund: boolean
    readonly minTtlSec: number
    /** Of a refund that came to nothing it says no more than that there is none. */
    readonly deniesFailedRefunds?: true
    /**
     * Its facts come from the watcher of the chains. An attempt opens once the buyer has chosen network and token, payments
     * add up, and what goes back is sent by a person.
     */
    readonly onChain?: true
  }
  /** Throws ProviderRefused if it is certain that nothing was created, anything else if that is unknown. */
  create(attempt: NewAttempt): Promise<Created>
  /** Pure: no network, no database. Throws BadNotification. */
  parseNotification(request: NotificationRequest): Notification
  /** The answer to a notification, in the words that this provider understands. */
  reply(outcome: 'committed' | 'retry' | 'rejected'): Reply
  query(ref: AttemptRef): Promise<readonly Fact[] | 'not_found'>
  close(ref: AttemptRef): Promise<'closed' | 'already_paid' | 'not_found' | 'unsupported'>
  /**
   * Safe to repeat with the same `refundId`. Throws ProviderRefused only for a no that is known to be the last word about
   * this refund; any other no, like a quota or a missing permission, is ProviderSilent.
   */
  refund(request: RefundRequest): Promise<Fact | 'pending'>
  queryRefund(
    request: Pick<RefundRequest, 'refundId' | 'ref' | 'providerTxnId'>,
  ): Promise<Fact | 'pending' | 'not_found'>
  /**
   * The account a payment came from, of a provider whose letters do not name it; null: it does not say. Throws
   * ProviderSilent. Absent where facts say all there is.
   */
  readonly findPayer?: (providerTxnId: string) => Promise<string | null>
  /**
   * Every dispute that was opened since then, as it stands now; absent where it cannot be asked. The facts name the payment
   * alone. Throws ProviderSilent.
   */
  readonly listDisputes?: (since: Date) => Promise<readonly Fact[]>
  /**
   * Everything that it has of one day, by its own settlement report; absent where it has none that is read here. `day` is like
   * 2026-11-20, in Beijing. `not_ready`: ask again later. Throws ProviderSilent, or UnreadableList.
   */
  readonly listSettled?: (day: string) => Promise<DayList | 'not_ready'>
}

/** Not from the provider, not for this shop, or not understood: nothing of it may change anything. */
export class BadNotification extends Error {}

/** The provider answered, and its signed answer is no. */
export class ProviderRefused extends Error {
  readonly reason: string
  constructor(reason: string) {
    super(`the provider refused: ${reason}`)
    this.reason = reason
  }
}

/** No answer, or none that can be believed: what happened at the provider is unknown until it is asked. */
export class ProviderSilent extends Error {}

/** A list of a day came and cannot be read. The provider answers: nothing else waits for it. */
export class UnreadableList extends ProviderSilent {}
