import { TunnelState, type TunnelDeps } from '#server/modules/tunnels/tunnel-state.ts'
import type { Config } from '#server/platform/config.ts'
import type { Log } from '#server/platform/log.ts'
import type { IdentityDeps } from './identity-deps.ts'

/** What everything about tunnels works with; one in a process, because it keeps what nodes ask for. */
export type Tunnels = TunnelDeps & { readonly state: TunnelState; readonly pullSeconds: number }

/** Lists are looked at anew every five seconds at most, or as often as nodes ask where that is oftener. */
const maxAgeSeconds = 5

export function createTunnelDeps(
  { tunnelPullSeconds: pullSeconds }: Pick<Config, 'tunnelPullSeconds'>,
  { database, digest, keyring }: Pick<IdentityDeps, 'database' | 'digest' | 'keyring'>,
  log: Log,
): Tunnels {
  // A little less than the pull: who asks every second is not told what was so two seconds ago.
  const maxAgeMs = Math.min(maxAgeSeconds, pullSeconds) * 900
  const deps = { database, digest, keyring, log, maxAgeMs }
  return { ...deps, state: new TunnelState(deps), pullSeconds }
}
