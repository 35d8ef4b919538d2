import { TunnelState, type TunnelDeps } from '#server/modules/tunnels/tunnel-state.ts'
import type { Config } from '#server/platform/config.ts'
import type { Log } from '#server/platform/log.ts'
import type { IdentityDeps } from './identity-deps.ts'

/** Dependencies of all code about tunnels. One instance per process, because it caches the lists for nodes. */
export type Tunnels = TunnelDeps & { readonly state: TunnelState; readonly pullSeconds: number }

/** Maximum age in seconds of the cached member lists for nodes; shorter if nodes pull them more often. */
const maxAgeSeconds = 5

export function createTunnelDeps(
  { tunnelPullSeconds: pullSeconds }: Pick<Config, 'tunnelPullSeconds'>,
  { database, digest, keyring }: Pick<IdentityDeps, 'database' | 'digest' | 'keyring'>,
  log: Log,
): Tunnels {
  // Cache slightly shorter than the pull interval, so that a pull each second never gets two-second-old data.
  const maxAgeMs = Math.min(maxAgeSeconds, pullSeconds) * 900
  const deps = { database, digest, keyring, log, maxAgeMs }
  return { ...deps, state: new TunnelState(deps), pullSeconds }
}
