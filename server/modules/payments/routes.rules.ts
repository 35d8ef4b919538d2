import type { Method } from '#shared/method.ts'
import type { Currency } from '#shared/money.ts'

const direct: Readonly<Partial<Record<Method, string>>> = {
  alipay: 'alipay',
  wechat: 'wechat',
  unionpay: 'unionpay',
}

/** Merchant account at a provider. `methods`: payment methods of a gateway that serves several, all in yuan. */
export type Account<P extends string> = { readonly id: P; readonly methods?: readonly Method[] }

/**
 * Providers with an account that can take the payment method: the method's own provider and gateways for several
 * methods (both only in yuan), and Stripe. Cryptocurrency has only its own provider.
 */
export function providersFor<P extends string>(
  method: Method,
  currency: Currency,
  accounts: readonly Account<P>[],
): P[] {
  const takes = ({ id, methods }: Account<P>): boolean => {
    if (method === 'crypto') return id === 'crypto'
    if (methods) return currency === 'CNY' && methods.includes(method)
    return id === 'stripe' || (currency === 'CNY' && direct[method] === id)
  }
  return accounts.filter(takes).map(({ id }) => id)
}

type Chosen = { readonly method: Method; readonly currency: Currency; readonly provider: string }
/**
 * Operator's choice of a provider, if it is still possible. Null once its account is gone or no longer serves the
 * method.
 */
export function findChosen<P extends string>(
  chosen: readonly Chosen[],
  method: Method,
  currency: Currency,
  accounts: readonly Account<P>[],
): P | null {
  const route = chosen.find((each) => each.method === method && each.currency === currency)
  return providersFor(method, currency, accounts).find((id) => id === route?.provider) ?? null
}
