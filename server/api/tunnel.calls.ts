import type { tunnelCalls } from '#shared/contract/tunnel.ts'
import { addLink, describeLinks, rotateLink } from '#server/workflows/tunnels/manage-links.ts'
import { listOwnPlaces } from '#server/workflows/tunnels/list-places.ts'
import type { Tunnels } from '#server/deps/tunnel-deps.ts'
import type { Handlers } from './register-calls.ts'

export const tunnelHandlers = (
  { database, digest, state }: Pick<Tunnels, 'database' | 'digest' | 'state'>,
  publicOrigin: string,
): Handlers<typeof tunnelCalls> => {
  const deps = { database, digest, state, publicOrigin }
  return {
    '/api/user/user_tunnel_links': (_input, { userId }) => describeLinks(deps, userId),
    '/api/user/user_tunnel_places': async (_input, { userId }) => ({ places: await listOwnPlaces(deps, userId) }),
    '/api/user/user_add_tunnel_link': (input, { userId }) => addLink(deps, userId, input),
    '/api/user/user_rotate_tunnel_link': ({ id }, { userId }) => rotateLink(deps, userId, id),
  }
}
