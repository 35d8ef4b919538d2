import { queryOptions } from '@tanstack/react-query'
import { api, type CallOutput } from '#web/client/api.ts'

export type Links = CallOutput<'/api/user/user_tunnel_links'>
export type Link = Links['links'][number]

/** Query of the subscription links. They are secrets, so they stay in memory and are never stored in the browser. */
export const linksQuery = queryOptions({
  queryKey: ['tunnel-links'],
  queryFn: () => api('/api/user/user_tunnel_links', {}, { handlesErrors: true }),
  staleTime: 2_000,
})

/**
 * Query whether this browser is connected through the VPN. Repeated on focus, because people switch the VPN in its app
 * and then return to this page.
 */
export const connectionQuery = queryOptions({
  queryKey: ['connection'],
  queryFn: () => api('/api/system/system_connection', {}, { handlesErrors: true }),
  staleTime: 2_000,
  retry: false,
  refetchOnWindowFocus: 'always',
})

/**
 * Query of the server locations. Once a minute suffices, because nodes count as unavailable only after five minutes of
 * silence.
 */
export const placesQuery = queryOptions({
  queryKey: ['tunnel-places'],
  queryFn: () => api('/api/user/user_tunnel_places', {}, { handlesErrors: true }),
  staleTime: 2_000,
  refetchInterval: 60_000,
  refetchOnWindowFocus: 'always',
})
