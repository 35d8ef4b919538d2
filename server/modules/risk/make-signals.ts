import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { coarseNetwork } from '#server/platform/network.ts'
import type { Signal } from './signals.rules.ts'

const widthKinds = ['network', 'network_wide', 'network_widest'] as const

/**
 * Signals of a network, from the address to its /16 or /48 (`widthsOf`). None for the operator's own VPN exits, which
 * all customers share, or for an unknown address.
 */
export const networkSignals = (
  digest: KeyedDigest,
  { widths, isExit }: { readonly widths: readonly string[]; readonly isExit: boolean },
): Signal[] =>
  isExit || widths.length < widthKinds.length || coarseNetwork(widths[0] as string) === 'local'
    ? []
    : widthKinds.map((kind, index) => ({ kind, digest: digest(`risk ${kind}`, widths[index] as string) }))

/** Signal of a payout address. Equal on all networks of its kind and in any spelling. */
export const payoutSignal = (digest: KeyedDigest, address: string): Signal => ({
  kind: 'payout',
  digest: digest('risk payout', address.startsWith('0x') ? address.toLowerCase() : address),
})

export const passkeySignal = (digest: KeyedDigest, model: string | null, site: string): Signal | null =>
  model === null ? null : { kind: 'passkey', digest: digest('risk passkey', `${model} ${site}`) }
