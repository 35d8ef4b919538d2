import type { Payments } from '#server/modules/payments/create-payments.ts'
import type { Database } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { Chains } from '#server/modules/chains/create-chains.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'

export type PaymentDeps = { readonly database: Database; readonly payments: Payments; readonly log: Log }

/** Dependencies of cryptocurrency payments. `chains`: null if cryptocurrency is not accepted. */
export type CryptoDeps = PaymentDeps & { readonly chains: Chains | null }
/** Dependencies of code that only runs if cryptocurrency is accepted. */
export type ChainDeps = Pick<PaymentDeps, 'database' | 'log'> & { readonly chains: Chains }
/**
 * Dependencies of code that counts transfers. The digest key is for the senders' wallet addresses, stored as digests
 * only.
 */
export type WatchDeps = ChainDeps & { readonly digest: KeyedDigest }
