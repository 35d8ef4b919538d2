import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, type CallOutput } from '#web/client/api.ts'

export type Entry = CallOutput<'/api/user/support_thread'>['list'][number]

export const threadQuery = infiniteQueryOptions({
  queryKey: ['support'],
  queryFn: ({ pageParam }) =>
    api('/api/user/support_thread', pageParam === null ? {} : { before: pageParam }, { handlesErrors: true }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ list, more }) => (more ? list[list.length - 1]?.id : undefined),
  staleTime: 2_000,
  refetchInterval: 30_000,
})
