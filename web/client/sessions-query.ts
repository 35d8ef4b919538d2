import { queryOptions } from '@tanstack/react-query'
import { api, type CallOutput } from '#web/client/api.ts'

export type Session = CallOutput<'/api/user/user_sessions'>['list'][number]

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => api('/api/user/user_sessions', {}, { handlesErrors: true }),
  staleTime: 2_000,
})
