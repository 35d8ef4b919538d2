import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { coarseNetwork } from '#server/platform/network.ts'
import type { Signal } from './signals.rules.ts'

const widthKinds = ['network', 'network_wide', 'network_widest'] as const

/**
 * Signals of a network for the detection of related accounts: the IP address and its surrounding networks up to /16 or
 * /48 (`widthsOf`). None for the operator's own VPN exits, which all customers share, or for an unknown IP address.
 */
export const networkSignals = (
  digest: KeyedDigest,
  { widths, isExit }: { readonly widths: readonly string[]; readonly isExit: boolean },
): Signal[] =>
  isExit || widths.length < widthKinds.length || coarseNetwork(widths[0] as string) === 'local'
    ? []
    : widthKinds.map((kind, index) => ({ kind, digest: digest(`risk ${kind}`, widths[index] as string) }))

/**
 * Signal of a wallet address for payouts. It is equal on all blockchains with the same kind of address, and in any
 * spelling.
 */
export const payoutSignal = (digest: KeyedDigest, address: string): Signal => ({
  kind: 'payout',
  digest: digest('risk payout', address.startsWith('0x') ? address.toLowerCase() : address),
})

export const passkeySignal = (digest: KeyedDigest, model: string | null, site: string): Signal | null =>
  model === null ? null : { kind: 'passkey', digest: digest('risk passkey', `${model} ${site}`) }
