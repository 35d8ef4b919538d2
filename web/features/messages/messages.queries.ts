import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Language } from '#shared/language.ts'
import { api, type CallOutput } from '#web/client/api.ts'

export type Notice = CallOutput<'/api/user/user_notices'>['list'][number]

const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

export const noticesQuery = queryOptions({
  queryKey: ['notices'],
  queryFn: () => api('/api/user/user_notices', { timeZone: timeZone() }, { handlesErrors: true }),
  staleTime: 60_000,
})

export const noticesIn = (language: Language) =>
  queryOptions({ ...noticesQuery, queryKey: [...noticesQuery.queryKey, language] })

/** Query of all notices in `language`, newest first, page by page. Fetched again on each visit. */
export const allNoticesIn = (language: Language) =>
  infiniteQueryOptions({
    queryKey: ['all-notices', language],
    queryFn: ({ pageParam }) =>
      api(
        '/api/user/user_all_notices',
        { timeZone: timeZone(), ...(pageParam !== null && { before: pageParam }) },
        { handlesErrors: true },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ list, more }) => (more ? list[list.length - 1]?.id : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

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
