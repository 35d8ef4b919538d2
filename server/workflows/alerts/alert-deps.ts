import type { NotificationWishes } from '#server/modules/alerts/wishes.service.ts'
import type { Notified } from '#server/modules/operators/operators.queries.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'

export type AlertDeps = {
  readonly database: Database
  /** Counts failures to read a kind of state; absent: not counted. */
  readonly onFailure?: (error: unknown, job: string) => void
  readonly config: Pick<Config, 'consoleOrigin' | 'environment' | 'mail' | 'secretKey' | 'sms' | 'smsBudget'>
}

/** Operator with a reachable channel. */
export type Reached = Notified & { readonly wishes: NotificationWishes }
