import { queryOptions } from '@tanstack/react-query'
import { api, type CallOutput } from '#web/client/api.ts'

export type Device = CallOutput<'/api/user/user_get_device_list'>['list'][number]

export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: () => api('/api/user/user_get_device_list', {}, { handlesErrors: true }),
  staleTime: 2_000,
})
