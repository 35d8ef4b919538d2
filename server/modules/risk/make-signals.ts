import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { coarseNetwork } from '#server/platform/network.ts'
import type { Signal } from './signals.rules.ts'

const widthKinds = ['network', 'network_wide', 'network_widest'] as const

/**
 * The signals of a network, from the address to its /16 or /48 (`widthsOf`). None of an exit of the operator's own, which all
 * customers share, and none of an address that says nothing.
 */
export const networkSignals = (
  digest: KeyedDigest,
  { widths, isExit }: { readonly widths: readonly string[]; readonly isExit: boolean },
): Signal[] =>
  isExit || widths.length < widthKinds.length || coarseNetwork(widths[0] as string) === 'local'
    ? []
    : widthKinds.map((kind, index) => ({ kind, digest: digest(`risk ${kind}`, widths[index] as string) }))

/** Where someone is paid. One address is one owner's on every network of its kind, however it is spelled. */
export const payoutSignal = (digest: KeyedDigest, address: string): Signal => ({
  kind: 'payout',
  digest: digest('risk payout', address.startsWith('0x') ? address.toLowerCase() : address),
})

/** The model of a passkey on this site; null where its maker does not tell it. */
export const passkeySignal = (digest: KeyedDigest, model: string | null, site: string): Signal | null =>
  model === null ? null : { kind: 'passkey', digest: digest('risk passkey', `${model} ${site}`) }
