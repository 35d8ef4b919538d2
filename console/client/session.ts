import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import type { ConsoleMe } from '#shared/console.ts'
import { getJson, listenForSignOut, postJson } from './ask.ts'

/** Null: no one is signed in. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async (): Promise<ConsoleMe | null> => (await getJson('me')) as ConsoleMe | null,
  staleTime: 60_000,
})

/**
 * Who is signed in; only where someone is. What is drawn once more in the moment in which that ends, before the door stands in
 * its place, is drawn for who was there.
 */
export function useMe(): ConsoleMe {
  const me = useQuery(meQuery).data ?? last
  if (!me) throw new Error('no one is signed in')
  return me
}
let last: ConsoleMe | null = null

/** A session that ended elsewhere ends here: what was read is forgotten, what was typed stays in its fields' store. */
export function followSession(client: QueryClient): void {
  listenForSignOut(() => forget(client))
  tabs.addEventListener('message', ({ data }) => {
    if (data === 'signed in') return void checkSession(client)
    sessionStorage.clear()
    forget(client)
  })
  partOperators(client)
}

/** Where someone else is here by now, nothing is left of what the one before had read or typed in this tab. */
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

/** Someone signed in here: other tabs of this browser ask who it is. */
export function enter(client: QueryClient, me: ConsoleMe | null): void {
  client.setQueryData(meQuery.queryKey, me)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin, and takes no second argument
  tabs.postMessage('signed in')
}

/** Other tabs of this browser show nothing any more either, and none goes on as someone else. */
const tabs = new BroadcastChannel('console')

export async function signOut(client: QueryClient): Promise<void> {
  await postJson('sign-out', {})
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin, and takes no second argument
  tabs.postMessage('signed out')
  sessionStorage.clear()
  forget(client)
}

/** The stream says that the sign-in is over, or another tab that one has begun: perhaps of someone else. */
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
