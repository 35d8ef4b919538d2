import type { cryptoCalls } from '#shared/contract/crypto.ts'
import type { CryptoDeps } from '#server/deps/payment-deps.ts'
import { prepareDeposit } from '#server/workflows/crypto/prepare-deposit.ts'
import { describeNetworks, readCryptoPayment } from '#server/workflows/crypto/read-crypto.ts'
import type { Handlers } from './register-calls.ts'

export const cryptoHandlers = (
  deps: CryptoDeps & { readonly walletConnectProjectId: string | null },
): Handlers<typeof cryptoCalls> => ({
  '/api/payment/payment_crypto_options': () => {
    const { chains, walletConnectProjectId } = deps
    return Promise.resolve({ networks: describeNetworks(chains?.networks ?? []), walletConnectProjectId })
  },
  '/api/payment/payment_crypto_quote': async (input, { userId }) => {
    await prepareDeposit(deps, { ...input, userId })
    return readCryptoPayment(deps, userId, input.orderId)
  },
  '/api/payment/payment_crypto_state': ({ orderId }, { userId }) => readCryptoPayment(deps, userId, orderId),
})
