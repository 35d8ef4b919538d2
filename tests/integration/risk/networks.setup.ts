import { networkSignals } from '#server/modules/risk/make-signals.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { widthsOf } from '#server/platform/network.ts'

/** IP address as in a request: its three network widths, and the signals stored for it. */
export function makeSignalsOf(digest: KeyedDigest, address: string, isExit: boolean) {
  const widths = widthsOf(address)
  return { widths, signals: networkSignals(digest, { widths, isExit }) }
}
