/** Days for which a former signal counts. They are longer than any reward waits. */
export const signalDays = 90
/** Days for which a former signal counts if money is concerned: as long as a payment can be disputed. */
export const moneySignalDays = 180

/**
 * Kinds of signals. `payer`: account at a provider, or fingerprint of a card. `wallet`: sender of a chain transfer.
 * `passkey`: model of the passkey.
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

/** Signal of an account. `digest`: 32 bytes, keyed by the deployment. */
export type Signal = { readonly kind: SignalKind; readonly digest: Buffer }
