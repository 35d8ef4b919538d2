import { queryOptions } from '@tanstack/react-query'
import type { Language } from '#shared/language.ts'
import { api, type CallOutput } from '#web/client/api.ts'

export type Notice = CallOutput<'/api/user/user_notices'>['list'][number]

export const noticesQuery = queryOptions({
  queryKey: ['notices'],
  queryFn: () =>
    api(
      '/api/user/user_notices',
      { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
      { handlesErrors: true },
    ),
  staleTime: 60_000,
})

export const noticesIn = (language: Language) =>
  queryOptions({ ...noticesQuery, queryKey: [...noticesQuery.queryKey, language] })

export const newsQuery = queryOptions({
  queryKey: ['news'],
  queryFn: () => api('/api/user/user_news', {}, { handlesErrors: true }),
  staleTime: 60_000,
})

export const remindersQuery = queryOptions({
  queryKey: ['reminders'],
  queryFn: () => api('/api/user/user_reminders', {}, { handlesErrors: true }),
  staleTime: 60_000,
})
