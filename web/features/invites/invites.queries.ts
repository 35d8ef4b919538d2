import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, type CallOutput } from '#web/client/api.ts'

export type Invites = CallOutput<'/api/system/system_refer_config'>
export type Invitation = Invites['records'][number]

export const invitesQuery = infiniteQueryOptions({
  queryKey: ['invites'],
  queryFn: ({ pageParam }) =>
    api('/api/system/system_refer_config', pageParam === null ? {} : { before: pageParam }, { handlesErrors: true }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
  staleTime: 2_000,
})
