import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Language } from '#shared/language.ts'
import { ApiError } from '#web/client/api-error.ts'
import { api, type CallOutput } from '#web/client/api.ts'

export type GroupCard = CallOutput<'/api/payment/payment_joint_group'>
export type MyGroup = NonNullable<CallOutput<'/api/payment/payment_joint_order'>['group']>

const unlessMissing = (error: unknown): null => {
  if (error instanceof ApiError && error.status === 'NotFound') return null
  throw error
}

export const cardQuery = (code: string) =>
  queryOptions({
    queryKey: ['group', code],
    queryFn: (): Promise<GroupCard | null> =>
      api('/api/payment/payment_joint_group', { group: code }, { handlesErrors: true }).catch(unlessMissing),
  })

export const myGroupQuery = (code: string) =>
  queryOptions({
    queryKey: ['my-group', code],
    queryFn: (): Promise<MyGroup | null> =>
      api('/api/payment/payment_joint_order', { group: code }, { handlesErrors: true }).then(
        ({ group }) => group,
        unlessMissing,
      ),
  })

export type Which = 'created' | 'joined'
const paths = {
  created: '/api/payment/payment_joint_purchase_created',
  joined: '/api/payment/payment_joint_purchase_participated',
} as const

export const groupsQuery = (which: Which) =>
  infiniteQueryOptions({
    queryKey: ['groups', which],
    queryFn: ({ pageParam }) =>
      api(paths[which], pageParam === null ? {} : { before: pageParam }, { handlesErrors: true }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ list, more }) => (more ? (list[list.length - 1]?.createdAt ?? null) : null),
    staleTime: 2_000,
    // A seat may be paid or taken while this list is in a background tab.
    refetchOnWindowFocus: 'always',
  })

export const openGroupsQuery = (language: Language) =>
  infiniteQueryOptions({
    queryKey: ['open-groups', language],
    queryFn: ({ pageParam }) =>
      api('/api/payment/payment_joint_open', pageParam === null ? {} : { after: pageParam }, { handlesErrors: true }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ list, more }) => (more ? (list[list.length - 1]?.groupId ?? null) : null),
    placeholderData: keepPreviousData,
  })
