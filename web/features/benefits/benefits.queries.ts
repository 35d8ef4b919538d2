import { queryOptions } from '@tanstack/react-query'
import { api, type CallOutput } from '#web/client/api.ts'

export type Benefits = CallOutput<'/api/system/system_benefits'>
export type Benefit = Benefits['kinds'][number]
export type Revealed = CallOutput<'/api/system/system_user_benefits'>

export const benefitsQuery = queryOptions({
  queryKey: ['benefits'],
  queryFn: () => api('/api/system/system_benefits', {}, { handlesErrors: true }),
  staleTime: 2_000,
})

/** Reveals account and password of a benefit; the first call assigns them. The result is never cached. */
export const reveal = (kind: string): Promise<Revealed> =>
  api('/api/system/system_user_benefits', { kind }, { handlesErrors: true })
