import { createPayments, type PaymentConfig, type Payments } from '#server/modules/payments/create-payments.ts'
import { saveProviderHealth } from '#server/modules/payments/provider-health.queries.ts'
import type { Database } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { Measure } from '#server/platform/measure.ts'

export const openPayments = (config: PaymentConfig, database: Database, log: Log, measure?: Measure): Payments =>
  createPayments(config, {
    ...(measure && { measure }),
    onChange(provider, isSilent) {
      if (isSilent) log.error({ provider }, 'a provider does not answer; what is asked of it waits')
      else log.info({ provider }, 'a provider answers again')
      saveProviderHealth(database, provider, isSilent).catch((error: unknown) =>
        log.warn({ err: error, provider }, 'the health of a provider was not saved'),
      )
    },
  })

/** Resets the stored health of providers at startup, because an outage recorded by a crashed process may be over. */
export async function forgetSilence(database: Database, payments: Payments): Promise<void> {
  for (const provider of payments.ids) await saveProviderHealth(database, provider, false)
}
