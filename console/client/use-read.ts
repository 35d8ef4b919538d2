import { keepPreviousData, useInfiniteQuery, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ConsoleError } from './console-error.ts'
import { isAskedByItself } from './ask-again.ts'
import { runAction } from './run-action.ts'
import type { Input, Output, ReadName, RowOf } from './wire.ts'

const fetchOutput = async <N extends ReadName>(name: N, input: object, isPoll = false): Promise<Output<N>> =>
  (await runAction(name, { input: input as Record<string, unknown>, mode: 'read' }, isPoll)).output as Output<N>

type Options<O> = {
  readonly enabled?: boolean
  /** What was read for another input stands there until this one's answer comes. */
  readonly keeps?: true
  /** Asks again after so many milliseconds; null: not again. */
  readonly every?: number | ((output: O) => number | null)
}

/** What a reading action returns. Everything is read again after an act. */
export function useRead<N extends ReadName>(
  name: N,
  input: Input<N>,
  { enabled = true, every, keeps }: Options<Output<N>> = {},
): UseQueryResult<Output<N>, ConsoleError> {
  return useQuery<Output<N>, ConsoleError>({
    queryKey: ['read', name, input],
    // What is there already is asked again by the clock.
    queryFn: ({ client, queryKey }) =>
      fetchOutput(
        name,
        input,
        isAskedByItself(queryKey) || (every !== undefined && client.getQueryData(queryKey) !== undefined),
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

/** A list by pages: all rows that were fetched, under the name that the output gives them, and how it goes on. */
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
        isAskedByItself(queryKey),
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
