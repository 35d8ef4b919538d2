/** Days for which a former trait counts: longer than any reward waits. */
export const signalDays = 90
/** Days for which it counts with money: as long as a payment can be disputed. */
export const moneySignalDays = 180

/**
 * Kinds of traits. Payer: account at a provider, or fingerprint of a card; wallet: sender of a chain transfer; passkey:
 * its model.
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

/** `digest`: 32 bytes, keyed by the deployment. */
export type Signal = { readonly kind: SignalKind; readonly digest: Buffer }
