import { networkSignals } from '#server/modules/risk/make-signals.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { widthsOf } from '#server/platform/network.ts'

/** An address as a call would bring it: its three widths, and the signals that are kept of it. */
export function makeSignalsOf(digest: KeyedDigest, address: string, isExit: boolean) {
  const widths = widthsOf(address)
  return { widths, signals: networkSignals(digest, { widths, isExit }) }
}
