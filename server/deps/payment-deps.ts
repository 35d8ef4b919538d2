import type { Payments } from '#server/modules/payments/create-payments.ts'
import type { Database } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'

export type PaymentDeps = { readonly database: Database; readonly payments: Payments; readonly log: Log }
