import { queryOptions } from '@tanstack/react-query'
import { api, type CallOutput } from '#web/client/api.ts'

export type Links = CallOutput<'/api/user/user_tunnel_links'>
export type Link = Links['links'][number]

/** Links are secrets, so they stay in memory and are never stored in the browser. */
export const linksQuery = queryOptions({
  queryKey: ['tunnel-links'],
  queryFn: () => api('/api/user/user_tunnel_links', {}, { handlesErrors: true }),
  staleTime: 2_000,
})

/** The way to this page changes when the VPN is switched, which is when people return to it. */
export const connectionQuery = queryOptions({
  queryKey: ['connection'],
  queryFn: () => api('/api/system/system_connection', {}, { handlesErrors: true }),
  staleTime: 2_000,
  retry: false,
  refetchOnWindowFocus: 'always',
})

/** Refreshes once a minute. That suffices, because nodes count as away only after five minutes of silence. */
export const placesQuery = queryOptions({
  queryKey: ['tunnel-places'],
  queryFn: () => api('/api/user/user_tunnel_places', {}, { handlesErrors: true }),
  staleTime: 2_000,
  refetchInterval: 60_000,
  refetchOnWindowFocus: 'always',
})
