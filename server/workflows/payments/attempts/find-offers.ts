import type { Method } from '#shared/method.ts'
import type { Currency } from '#shared/money.ts'
import { AppError } from '#shared/errors.ts'
import { readChosenRoutes, readPausedMethods } from '#server/modules/catalog/payment-methods.ts'
import type { MethodOffer, Payments } from '#server/modules/payments/create-payments.ts'
import { findChosen } from '#server/modules/payments/routes.rules.ts'
import type { PaymentProvider } from '#server/modules/payments/providers/port.ts'
import type { Queryable } from '#server/platform/database.ts'

export async function findOffers(db: Queryable, offers: readonly MethodOffer[]): Promise<readonly MethodOffer[]> {
  const paused = await readPausedMethods(db)
  return offers.filter(({ method }) => !paused.includes(method))
}

/**
 * Provider for a new payment: the operator's choice if there is one, otherwise the deployment's. Throws
 * `MethodNotOffered` if the deployment has none, or while an operator has paused the method.
 */
export async function requireProvider(
  db: Queryable,
  payments: Payments,
  method: Method,
  currency: Currency,
): Promise<PaymentProvider> {
  const provider = payments.byMethod(method, currency)
  const [routes, paused] = await Promise.all([readChosenRoutes(db), readPausedMethods(db)])
  const chosen = findChosen(routes, method, currency, payments.accounts)
  if (!provider || paused.includes(method)) throw new AppError('MethodNotOffered')
  return chosen === null ? provider : payments.byId(chosen)
}
