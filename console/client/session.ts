import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import type { ConsoleMe } from '#shared/console.ts'
import { getJson, listenForSignOut, postJson } from './ask.ts'

/** Query of the signed-in operator; null if nobody is signed in. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async (): Promise<ConsoleMe | null> => (await getJson('me')) as ConsoleMe | null,
  staleTime: 60_000,
})

/**
 * Signed-in operator, or the last one, because components may render once more while a session ends. Throws if there
 * was none.
 */
export function useMe(): ConsoleMe {
  const me = useQuery(meQuery).data ?? last
  if (!me) throw new Error('no one is signed in')
  return me
}
let last: ConsoleMe | null = null

/**
 * Ends the session in this tab if it ended elsewhere, and checks it again if another tab signs in. Typed input is kept
 * after an expiry, and cleared after a sign-out or when a different operator signs in.
 */
export function followSession(client: QueryClient): void {
  listenForSignOut(() => forget(client))
  tabs.addEventListener('message', ({ data }) => {
    if (data === 'signed in') return void checkSession(client)
    sessionStorage.clear()
    forget(client)
  })
  partOperators(client)
}

/** Clears queries and typed input when a different operator signs in. */
function partOperators(client: QueryClient): void {
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== 'me') return
    const me = (query.state.data as ConsoleMe | null | undefined) ?? last
    if (last !== null && me?.name !== last.name) {
      sessionStorage.clear()
      forgetReadings(client)
    }
    last = me
  })
}

/** Stores the signed-in operator and makes other tabs of this browser refetch it. */
export function storeSession(client: QueryClient, me: ConsoleMe | null): void {
  client.setQueryData(meQuery.queryKey, me)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin, and takes no second argument
  tabs.postMessage('signed in')
}

/** Channel to other tabs. It signs them out too, so that none continues as another operator. */
const tabs = new BroadcastChannel('console')

export async function signOut(client: QueryClient): Promise<void> {
  await postJson('sign-out', {})
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin, and takes no second argument
  tabs.postMessage('signed out')
  sessionStorage.clear()
  forget(client)
}

/**
 * Checks the session again when the event stream ends it, or when another tab signs in, perhaps as another operator.
 */
export async function checkSession(client: QueryClient): Promise<void> {
  const me = (await getJson('me', true).catch(() => undefined)) as ConsoleMe | null | undefined
  if (me === null) forget(client)
  else if (me) client.setQueryData(meQuery.queryKey, me)
}

function forget(client: QueryClient): void {
  forgetReadings(client)
  client.setQueryData(meQuery.queryKey, null)
}

const forgetReadings = (client: QueryClient): void =>
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
