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
