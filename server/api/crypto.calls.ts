import type { cryptoCalls } from '#shared/contract/crypto.ts'
import { AppError } from '#shared/errors.ts'
import type { Handlers } from './register-calls.ts'

export const cryptoHandlers = (): Handlers<typeof cryptoCalls> => ({
  '/api/payment/payment_crypto_options': () => Promise.resolve({ networks: [], walletConnectProjectId: null }),
  '/api/payment/payment_crypto_quote': () => Promise.reject(new AppError('MethodNotOffered')),
  '/api/payment/payment_crypto_state': () => Promise.reject(new AppError('MethodNotOffered')),
})
