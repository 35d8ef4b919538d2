/** So long a trait that an account no longer has is still held against another: longer than any reward waits. */
export const signalDays = 90
/** So long where money stands on it: a payment can be disputed until then. */
export const moneySignalDays = 180

/**
 * Kinds of traits that two accounts may share. A payer is an account at a provider, or a card by its fingerprint; a wallet is the
 * sender of a transfer on a chain; of a passkey its model is known.
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

/** `digest`: 32 bytes, under the deployment's key. */
export type Signal = { readonly kind: SignalKind; readonly digest: Buffer }
