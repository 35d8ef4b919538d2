import type { Method } from '#shared/method.ts'
import type { Money } from '#shared/money.ts'
import type { RoutedProvider } from '#shared/providers.ts'
import type { DayList } from '#server/modules/payments/settlement-report.rules.ts'

export type ProviderId = RoutedProvider | 'crypto'

/** Timeout of a provider call in milliseconds; job leases must be longer. */
export const callTimeoutMs = 8_000

/**
 * Amount as a provider states it, possibly in a currency we do not sell in. Amounts of different currencies are never
 * added.
 */
type StatedAmount = { readonly amountMinor: number; readonly currency: string }

/**
 * Verified statement of a provider. It may arrive repeatedly, in any order, and by notification or query. `refunded`
 * with a `refundId`: amount of that refund; without: total so far. `refund_failed`: a refund failed, even after it was
 * reported as done.
 */
export type Fact = {
  readonly provider: ProviderId
  readonly kind: 'paid' | 'failed' | 'closed' | 'refunded' | 'refund_failed' | 'disputed' | 'dispute_won' | 'reverted'
  /**
   * Our attempt id. Empty if the provider names only the payment, as for disputes. The attempt is then found by the
   * payment.
   */
  readonly attemptId: string
  /** Provider's number of the payment; for `failed` and `closed` without one, the attempt's id. */
  readonly providerTxnId: string
  /** Provider's id of the attempt, if stated. Empty if the attempt was not made by us. */
  readonly providerRef?: string
  readonly refundId: string | null
  /** `disputed` and `dispute_won` only: id of the dispute, as a payment may have several. */
  readonly disputeId?: string
  /**
   * `disputed` only: the dispute is lost for good, and `amount` with it. Later statements of the same source change
   * nothing.
   */
  readonly isLost?: true
  /** `refund_failed` only: reason in the provider's words. */
  readonly failure?: string
  /** `refunded` only: an operator refunded the money another way after the refund had failed at the provider. */
  readonly isElsewhere?: true
  readonly amount: StatedAmount
  readonly at: Date
  /**
   * `paid` only: account of the payer, if known. Inside an adapter the account id at the provider; `createProviders`
   * wraps the adapters, so that all other code gets a keyed digest (64 hex digits).
   */
  readonly payer?: string
  /**
   * `paid` only: payment method as stated by a provider that serves several. `other`: a method that we do not offer. A
   * payment by another method than the attempt's is not credited.
   */
  readonly method?: Method | 'other'
  /** SHA-256 (hex) of the statement's bytes. */
  readonly rawHash: string
}

/** Input to open an attempt. The id is ours and stays the same across repeats. */
export type NewAttempt = {
  readonly id: string
  readonly orderId: string
  /** Payment method of the attempt, because a provider may serve several methods. */
  readonly method: Method
  readonly amount: Money
  /** Text that the provider shows to the buyer. */
  readonly subject: string
  readonly expiresAt: Date
  /** True for a phone, which gets the provider's mobile page. */
  readonly device: 'desktop' | 'phone'
  /** IP address of the buyer, if known: WeChat opens its mobile page only from there. */
  readonly clientIp?: string
}
/**
 * URL to which the provider sends the buyer back. `isUnpaid` marks a cancelled payment, which only selects texts and
 * proves nothing.
 */
export type ReturnUrl = (orderId: string, isUnpaid?: 'unpaid') => string
export type AttemptRef = { readonly id: string; readonly amount: Money; readonly providerRef: string | null }

/** Next step of the browser; stored with the attempt, so that repeats get the same answer. */
export type PayPayload =
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'qr'; readonly content: string }
export type Created = { readonly pay: PayPayload; readonly providerRef: string | null }

export type RefundRequest = {
  readonly refundId: string
  readonly ref: AttemptRef
  readonly providerTxnId: string
  /** Amount in the payment's currency, which may be a currency that we do not sell in. */
  readonly amount: StatedAmount
  readonly reason: string
}

/**
 * Notification as received from a provider, with header names in lower case. `now`: time of receipt, for providers that
 * sign the time; null for a stored notification, whose age was checked on receipt.
 */
export type NotificationRequest = {
  readonly raw: Uint8Array
  readonly headers: Readonly<Record<string, string>>
  readonly now: Date | null
}

/** Notification with valid signature, shop and form. `eventId` stays the same when the provider repeats it. */
export type Notification = {
  readonly eventId: string
  readonly facts: readonly Fact[]
  /** Statements of the provider that move no money but need an operator. */
  readonly asks?: readonly Ask[]
}
export type Ask = {
  readonly attemptId: string
  readonly reason: 'refund_returned'
  readonly subject: string
  readonly details: Readonly<Record<string, unknown>>
}

type Reply = { readonly status: number; readonly body: string }

export interface PaymentProvider {
  readonly id: ProviderId
  readonly caps: {
    readonly currencies: readonly string[]
    readonly canClose: boolean
    readonly partialRefund: boolean
    readonly minTtlSec: number
    /** True if the provider answers a query about a failed refund as if the refund did not exist. */
    readonly deniesFailedRefunds?: true
    /** Payment methods of an account that serves several, all in CNY. If absent, `providersFor` decides the methods. */
    readonly methods?: readonly Method[]
    /** True if the provider may send notifications by GET, with parameters in the URL. */
    readonly notifiesByGet?: true
    /**
     * Cryptocurrency: the chain watcher brings the facts, the attempt opens once the buyer has chosen network and
     * token, payments add up, and operators send refunds.
     */
    readonly onChain?: true
  }
  /**
   * Opens a payment at the provider. Throws ProviderRefused if certainly nothing was created, and another error if that
   * is unknown.
   */
  create(attempt: NewAttempt): Promise<Created>
  /** Verifies and parses a notification. Pure: uses no network and no database. Throws BadNotification. */
  parseNotification(request: NotificationRequest): Notification
  /** Response to a notification in the provider's format. */
  reply(outcome: 'committed' | 'retry' | 'rejected'): Reply
  query(ref: AttemptRef): Promise<readonly Fact[] | 'not_found'>
  close(ref: AttemptRef): Promise<'closed' | 'already_paid' | 'not_found' | 'unsupported'>
  /**
   * Requests a refund. Idempotent by `refundId`. Throws ProviderRefused only if this refund was refused for good; any
   * other refusal, such as a quota or a missing permission, throws ProviderSilent.
   */
  refund(request: RefundRequest): Promise<Fact | 'pending'>
  queryRefund(
    request: Pick<RefundRequest, 'refundId' | 'ref' | 'providerTxnId'>,
  ): Promise<Fact | 'pending' | 'not_found'>
  /**
   * Asks for the payer's account if notifications do not name it; null if unknown. Throws ProviderSilent. Absent if the
   * facts already name the payer.
   */
  readonly findPayer?: (providerTxnId: string) => Promise<string | null>
  /**
   * Current state of all disputes opened since `since`; absent if not supported. The facts name only the payment.
   * Throws ProviderSilent.
   */
  readonly listDisputes?: (since: Date) => Promise<readonly Fact[]>
  /**
   * Settlement report of a day; absent if not supported. `day`: such as 2026-11-20, in Beijing. `not_ready`: the report
   * must be fetched later. Throws ProviderSilent, or UnreadableList.
   */
  readonly listSettled?: (day: string) => Promise<DayList | 'not_ready'>
}

/** Thrown for an invalid notification: wrong sender, shop or form. Changes nothing. */
export class BadNotification extends Error {}

/** Thrown if the provider refused for good, or the adapter did so without a call. Nothing was created or refunded. */
export class ProviderRefused extends Error {
  readonly reason: string
  constructor(reason: string) {
    super(`the provider refused: ${reason}`)
    this.reason = reason
  }
}

/** Thrown if the provider gave no trustworthy answer. The state is unknown until it is queried. */
export class ProviderSilent extends Error {}

/** Thrown if a daily list arrived but cannot be read. The provider itself is available. */
export class UnreadableList extends ProviderSilent {}
