import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Money } from '#shared/money.ts'
import { ApiError, isNetworkError } from '#web/client/api-error.ts'
import { goToLogin, loginIfSignedOut } from '#web/client/login-return.ts'
import { placeOrder } from '#web/payment/place-order.ts'
import { userQuery } from '#web/client/session.ts'
import type { CryptoTexts } from '#text/en/site/crypto.ts'
import type { ChoiceProblem } from './choose.tsx'
import { askForQuote, optionsQuery, paymentQuery } from './base/crypto.queries.ts'

type Wish = { readonly orderId: string | null; readonly network: string; readonly token: string }

/**
 * Gets wallet address and amount for the chosen network and token. If needed, first opens the login page, then goes on
 * with the open order of the plan or places one.
 */
export function useStart(
  t: CryptoTexts,
  base: string,
  goods: { readonly goodsId: string; readonly price: Money | undefined },
  onStarted: (orderId: string) => void,
) {
  const queryClient = useQueryClient()
  const [problem, setProblem] = useState<ChoiceProblem | null>(null)

  async function orderFor(uid: number): Promise<string> {
    const { goodsId, price } = goods
    if (!price) throw new RangeError('nothing is sold here for crypto')
    const { currency, amountMinor: expectedTotalMinor } = price
    const wanted = { goodsId, currency, method: 'crypto', expectedTotalMinor } as const
    const { continueOrder, isSamePlan } = await import('#web/payment/continue-order.ts')
    return ((await continueOrder(uid, wanted, isSamePlan)) ?? (await placeOrder(uid, wanted))).orderId
  }
  const mutationKey = ['start-crypto']
  const starting = useMutation({
    mutationKey,
    async mutationFn({ orderId: known, network, token }: Wish): Promise<void> {
      setProblem(null)
      const user = await queryClient.fetchQuery(userQuery)
      if (!user) return goToLogin(base)
      const orderId = known ?? (await orderFor(user.uid))
      const payment = await askForQuote(orderId, network, token)
      queryClient.setQueryData(paymentQuery(orderId).queryKey, payment)
      onStarted(orderId)
    },
    onError(error) {
      if (!(error instanceof ApiError) || loginIfSignedOut(error, base)) return
      setProblem(problemOf(error, t))
      if (error.status.startsWith('Unsupported') || error.status === 'MethodNotOffered')
        void queryClient.refetchQueries(optionsQuery)
    },
  })
  // Starts the payment. Ignores a double click, because `isPending` only changes with the next render.
  const start = (wish: Wish): void => {
    if (queryClient.isMutating({ mutationKey }) === 0) starting.mutate(wish)
  }
  return { start, busy: starting.isPending, problem, setProblem }
}

function problemOf(error: ApiError, t: CryptoTexts): ChoiceProblem {
  if (error.status === 'UnsupportedNetwork') return { at: 'network', text: error.message }
  if (error.status === 'UnsupportedToken') return { at: 'token', text: error.message }
  if (isNetworkError(error)) return { at: null, text: `${t.errors.details} ${error.message}` }
  return { at: null, text: error.message }
}
