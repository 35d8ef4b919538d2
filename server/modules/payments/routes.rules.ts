import type { Method } from '#shared/method.ts'
import type { Currency } from '#shared/money.ts'

const direct: Readonly<Partial<Record<Method, string>>> = {
  alipay: 'alipay',
  wechat: 'wechat',
  unionpay: 'unionpay',
}

/**
 * Configured providers that can take the method. Stripe takes every currency; a method's own provider takes only yuan.
 */
export function providersFor<P extends string>(method: Method, currency: Currency, accounts: readonly P[]): P[] {
  if (method === 'crypto') return accounts.filter((id) => id === 'crypto')
  return accounts.filter((id) => id === 'stripe' || (currency === 'CNY' && direct[method] === id))
}

type Chosen = { readonly method: Method; readonly currency: Currency; readonly provider: string }
/** Provider that an operator chose for the method and currency. Null if it is no longer configured. */
export function findChosen<P extends string>(
  chosen: readonly Chosen[],
  method: Method,
  currency: Currency,
  accounts: readonly P[],
): P | null {
  const route = chosen.find((each) => each.method === method && each.currency === currency)
  return providersFor(method, currency, accounts).find((id) => id === route?.provider) ?? null
}
