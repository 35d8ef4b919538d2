import { queryOptions } from '@tanstack/react-query'
import { api, type CallOutput } from '#web/client/api.ts'

export type LedgerEntry = CallOutput<'/api/system/system_membership'>['entries'][number]

export const membershipQuery = queryOptions({
  queryKey: ['membership'],
  queryFn: () => api('/api/system/system_membership', {}, { handlesErrors: true }),
  staleTime: 2_000,
})
