import type { Method } from '#shared/method.ts'
import type { Currency } from '#shared/money.ts'

const direct: Readonly<Partial<Record<Method, string>>> = {
  alipay: 'alipay',
  wechat: 'wechat',
  unionpay: 'unionpay',
}

/** Who could take a way of paying, of those with an account: its own provider, in yuan alone, and Stripe. */
export function providersFor<P extends string>(method: Method, currency: Currency, accounts: readonly P[]): P[] {
  if (method === 'crypto') return accounts.filter((id) => id === 'crypto')
  return accounts.filter((id) => id === 'stripe' || (currency === 'CNY' && direct[method] === id))
}

type Chosen = { readonly method: Method; readonly currency: Currency; readonly provider: string }
/** What an operator chose, as long as it can be: an account that is gone since takes nothing. */
export function findChosen<P extends string>(
  chosen: readonly Chosen[],
  method: Method,
  currency: Currency,
  accounts: readonly P[],
): P | null {
  const route = chosen.find((each) => each.method === method && each.currency === currency)
  return providersFor(method, currency, accounts).find((id) => id === route?.provider) ?? null
}
