/**
 * Days for which a signal counts after an account has lost it, such as a removed device. Longer than any reward is
 * held.
 */
export const signalDays = 90
/** Days for which a lost signal counts if money is concerned: as long as a payment can be disputed. */
export const moneySignalDays = 180

/**
 * Kinds of signals by which related accounts are detected. `payer`: account at a payment provider, or fingerprint of a
 * card. `wallet`: sender of a blockchain transfer. `passkey`: model of the passkey.
 */
export type SignalKind =
  | 'device'
  | 'payer'
  | 'wallet'
  | 'payout'
  | 'network'
  | 'network_wide'
  | 'network_widest'
  | 'passkey'

/** Signal of an account. `digest`: 32 bytes, hashed with the deployment's secret key. */
export type Signal = { readonly kind: SignalKind; readonly digest: Buffer }
