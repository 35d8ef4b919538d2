import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ApiError } from '#web/client/api-error.ts'
import { api, type CallInput, type CallOutput } from '#web/client/api.ts'

const quiet = { handlesErrors: true }

export type Affiliate = CallOutput<'/api/system/system_affiliate'>
export type Terms = Affiliate['terms']
export type Overview = NonNullable<Affiliate['overview']>
export type AffiliateLink = Overview['links'][number]
type CommissionPage = CallOutput<'/api/system/system_affiliate_commissions'>
export type Commission = CommissionPage['list'][number]
export type Figures = CallOutput<'/api/system/system_affiliate_figures'>
export type Counts = Figures['parts'][number]['counts']
export type Breakdown = CallOutput<'/api/system/system_affiliate_breakdown'>
export type CommissionFilter = Pick<
  CallInput<'/api/system/system_affiliate_commissions'>,
  'type' | 'state' | 'campaign' | 'from' | 'to'
>
export type Trace = CallOutput<'/api/system/system_affiliate_trace'>
export type Settlement = CallOutput<'/api/system/system_affiliate_settlements'>['list'][number]
export type Statement = CallOutput<'/api/system/system_affiliate_statement'>
export type Referral = CallOutput<'/api/system/system_affiliate_referrals'>['list'][number]

export const affiliateQuery = queryOptions({
  queryKey: ['affiliate'],
  queryFn: () => api('/api/system/system_affiliate', {}, quiet),
  staleTime: 2_000,
})

export const askCommissions = (
  filter: CommissionFilter,
  before: string | null,
  limit?: number,
): Promise<CommissionPage> =>
  api(
    '/api/system/system_affiliate_commissions',
    { ...filter, ...(before !== null && { before }), ...(limit && { limit }) },
    quiet,
  )

export const commissionsQuery = (filter: CommissionFilter) =>
  infiniteQueryOptions({
    queryKey: ['affiliate', 'commissions', filter],
    queryFn: ({ pageParam }) => askCommissions(filter, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 2_000,
  })

export const figuresQuery = (input: CallInput<'/api/system/system_affiliate_figures'>) =>
  queryOptions({
    queryKey: ['affiliate', 'figures', input],
    queryFn: () => api('/api/system/system_affiliate_figures', input, quiet),
    staleTime: 30_000,
  })

export const breakdownQuery = (input: CallInput<'/api/system/system_affiliate_breakdown'>) =>
  queryOptions({
    queryKey: ['affiliate', 'breakdown', input],
    queryFn: () => api('/api/system/system_affiliate_breakdown', input, quiet),
    staleTime: 30_000,
  })

export const traceQuery = (id: string) =>
  queryOptions({
    queryKey: ['affiliate', 'trace', id],
    queryFn: () => api('/api/system/system_affiliate_trace', { id }, quiet),
    staleTime: 2_000,
  })

export const settlementsQuery = infiniteQueryOptions({
  queryKey: ['affiliate', 'settlements'],
  queryFn: ({ pageParam }) =>
    api('/api/system/system_affiliate_settlements', pageParam === null ? {} : { before: pageParam }, quiet),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
  staleTime: 2_000,
})

export const referralsQuery = (filter: Pick<CommissionFilter, 'campaign' | 'from' | 'to'>) =>
  infiniteQueryOptions({
    queryKey: ['affiliate', 'referrals', filter],
    queryFn: ({ pageParam }) =>
      api(
        '/api/system/system_affiliate_referrals',
        { ...filter, ...(pageParam !== null && { before: pageParam }) },
        quiet,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 2_000,
  })

const statementPage = 500
export const maxStatementRows = 20 * statementPage

export const statementQuery = (id: string) =>
  queryOptions({
    queryKey: ['affiliate', 'statement', id],
    queryFn: async (): Promise<Statement> => {
      const ask = (before: string | null): Promise<Statement> =>
        api(
          '/api/system/system_affiliate_statement',
          { id, limit: statementPage, ...(before !== null && { before }) },
          quiet,
        )
      const first = await ask(null)
      const list = [...first.list]
      let { next } = first
      while (next !== null && list.length < maxStatementRows) {
        const page = await ask(next)
        list.push(...page.list)
        next = page.next
      }
      return { settlement: first.settlement, list, next }
    },
    staleTime: 2_000,
    retry: (count, error) => !(error instanceof ApiError && error.status === 'NotFound') && count < 2,
  })
