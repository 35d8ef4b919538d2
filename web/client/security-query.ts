import { queryOptions } from '@tanstack/react-query'
import { api, type CallOutput } from '#web/client/api.ts'

export type Security = CallOutput<'/api/user/user_security'>

export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: () => api('/api/user/user_security', {}, { handlesErrors: true }),
  staleTime: 2_000,
})
