import type { QueryClient } from '@tanstack/react-query'
import { liveLists } from '#shared/console-live.ts'
import { placeOf } from '#shared/contract/operator/place-of.ts'
import { isActionName } from './action-traits.ts'
import { refetchVisible } from './query-client.ts'
import { subscribeToStream, type StreamEvent } from './live-stream.ts'
import { checkSession } from './session.ts'
import { countsKey, spotEvent } from './live-names.ts'

/** Refetches visible queries when the server announces changes. Returns the cleanup function. */
export const subscribeToChanges = (queries: QueryClient): (() => void) =>
  subscribeToStream((heard) => follow(queries, heard))

function follow(queries: QueryClient, heard: StreamEvent): void {
  switch (heard.kind) {
    case 'counts':
      queries.setQueryData(countsKey, heard.data)
      break
    case 'change': {
      const { data } = heard
      if ('list' in data)
        void refetchVisible(
          queries,
          (action) => action === liveLists[data.list].action || (data.list === 'reviews' && action === 'reviews.show'),
        )
      else void refetchVisible(queries, (action) => isActionName(action) && placeOf(action) === data.place)
      break
    }
    case 'here':
      dispatchEvent(new Event(spotEvent(heard.data)))
      break
    case 'again':
      void refetchVisible(queries, () => true)
      break
    case 'end':
      void checkSession(queries)
  }
}
