import { keepPreviousData, useInfiniteQuery, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ConsoleError } from './console-error.ts'
import { isBackgroundRefetch } from './query-client.ts'
import { runAction } from './run-action.ts'
import type { Input, Output, ReadName, RowOf } from './wire.ts'

const fetchOutput = async <N extends ReadName>(name: N, input: object, isPoll = false): Promise<Output<N>> =>
  (await runAction(name, { input: input as Record<string, unknown>, mode: 'read' }, isPoll)).output as Output<N>

type Options<O> = {
  readonly enabled?: boolean
  /** Shows the previous result while the next one loads. */
  readonly keeps?: true
  /** Poll interval in ms; null stops polling. */
  readonly every?: number | ((output: O) => number | null)
}

export function useRead<N extends ReadName>(
  name: N,
  input: Input<N>,
  { enabled = true, every, keeps }: Options<Output<N>> = {},
): UseQueryResult<Output<N>, ConsoleError> {
  return useQuery<Output<N>, ConsoleError>({
    queryKey: ['read', name, input],
    // Marks a refetch by timer, so that it does not extend the session.
    queryFn: ({ client, queryKey }) =>
      fetchOutput(
        name,
        input,
        isBackgroundRefetch(queryKey) || (every !== undefined && client.getQueryData(queryKey) !== undefined),
      ),
    enabled,
    ...(keeps && { placeholderData: keepPreviousData }),
    ...(every !== undefined && {
      refetchInterval:
        typeof every === 'number'
          ? every
          : ({ state: { data } }) => (data === undefined ? false : (every(data) ?? false)),
    }),
  })
}

type Paged = { readonly next: string | number | null }

/** Reads a paged list, with all rows fetched so far. `rowsOf`: output field that holds the rows. */
export function useList<N extends ReadName, K extends keyof Output<N> & string>(
  name: N,
  input: Omit<Input<N>, 'after'>,
  rowsOf: K,
  enabled = true,
) {
  const pages = useInfiniteQuery({
    queryKey: ['read', name, input, 'pages'],
    queryFn: ({ pageParam, queryKey }) =>
      fetchOutput(
        name,
        { ...input, ...(pageParam !== null && { after: pageParam }) },
        isBackgroundRefetch(queryKey),
      ) as Promise<Output<N> & Paged>,
    enabled,
    initialPageParam: null as string | number | null,
    getNextPageParam: ({ next }) => next,
  })
  const rows = pages.data?.pages.flatMap((page) => page[rowsOf] as readonly RowOf<N, K>[])
  return {
    rows,
    error: pages.error as ConsoleError | null,
    hasMore: pages.hasNextPage,
    isFetchingMore: pages.isFetchingNextPage,
    fetchMore: () => void pages.fetchNextPage(),
    retry: () => void pages.refetch(),
  }
}
