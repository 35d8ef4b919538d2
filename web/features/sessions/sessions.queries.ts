import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/client/api.ts'

export const historyQuery = queryOptions({
  queryKey: ['sign-ins'],
  queryFn: () => api('/api/user/user_sign_in_history', {}, { handlesErrors: true }),
  staleTime: 2_000,
})
