import { apiPrefix } from '#shared/api-values.ts'
import { rememberBrowser } from '#server/modules/limits/device-mark.ts'
import { networkSignals } from '#server/modules/risk/make-signals.ts'
import type { Config } from '#server/platform/config.ts'
import { createDeviceIdReader } from '#server/platform/device-ids.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { networkList } from '#server/platform/network.ts'
import type { CallerKnowledge } from './call-context.ts'

export function createCallerKnowledge(
  { deviceIdKey, exitNetworks, environment, publicOrigin }: Config,
  digest: KeyedDigest,
): CallerKnowledge {
  const place = { path: apiPrefix(environment), secure: publicOrigin.startsWith('https:') }
  return {
    readDeviceId: createDeviceIdReader(deviceIdKey),
    isExit: networkList(exitNetworks),
    markBrowser: (cookies, uid) => rememberBrowser(digest, cookies, { uid, ...place }),
    signNetwork: (network) => networkSignals(digest, network),
  }
}
