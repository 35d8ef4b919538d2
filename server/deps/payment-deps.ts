import type { Payments } from '#server/modules/payments/create-payments.ts'
import type { Database } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { Chains } from '#server/modules/chains/create-chains.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'

export type PaymentDeps = { readonly database: Database; readonly payments: Payments; readonly log: Log }

/** Dependencies of cryptocurrency payments. `chains`: null if cryptocurrency is not accepted. */
export type CryptoDeps = PaymentDeps & { readonly chains: Chains | null }
/** Dependencies if cryptocurrency is accepted. */
export type ChainDeps = Pick<PaymentDeps, 'database' | 'log'> & { readonly chains: Chains }
/** Dependencies for counting transfers. The digest key is for their senders, which are stored as digests only. */
export type WatchDeps = ChainDeps & { readonly digest: KeyedDigest }
