import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { headerOfLanguage, type Language } from '#shared/language.ts'
import { liveAddress } from '#web/client/api-host.ts'
import { isAlive, newerCard } from '#web/features/groups/base/group-part.ts'
import { cardQuery, type GroupCard } from '#web/features/groups/base/groups.queries.ts'

const pollMs = 2_000
const streamPath = '/api/payment/group_events'

/**
 * Current state of a group from its event stream, or by polling every 2 s if the stream is refused. Pauses while the
 * page is hidden and refreshes when it is shown again. `live`: the stream is open.
 */
export function useLiveGroup(code: string, language: Language, first?: GroupCard) {
  const queryClient = useQueryClient()
  const [stream, setStream] = useState<'opening' | 'open' | 'refused'>('opening')
  const { data, error, refetch } = useQuery({
    ...cardQuery(code),
    // The server-rendered state is shown first but refetched at once, because the page may come from the browser's
    // history.
    ...(first && { initialData: first, initialDataUpdatedAt: 0 }),
    structuralSharing: (known, card) =>
      card ? newerCard(known as GroupCard | null | undefined, card as GroupCard) : card,
    refetchInterval: ({ state }) => (stream === 'refused' && state.data && isAlive(state.data) ? pollMs : false),
  })
  const watches = data ? isAlive(data) : false

  useEffect(() => {
    if (!watches) return
    const { queryKey } = cardQuery(code)
    let source: EventSource | null = null
    let current = true
    const open = async () => {
      const address = await liveAddress(`${streamPath}?group=${code}&language=${headerOfLanguage(language)}`)
      if (!current || document.hidden) return
      source?.close()
      source = new EventSource(address)
      source.addEventListener('open', () => setStream('open'))
      source.addEventListener('group', ({ data: text }: MessageEvent<string>) =>
        queryClient.setQueryData(queryKey, JSON.parse(text) as GroupCard),
      )
      // The browser reconnects a lost event stream by itself; only a stream that the server refused is closed.
      source.addEventListener('error', () =>
        setStream(source?.readyState === EventSource.CLOSED ? 'refused' : 'opening'),
      )
    }
    const follow = () => {
      if (document.hidden) {
        source?.close()
        source = null
        setStream('opening')
      } else void open()
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      current = false
      source?.close()
      document.removeEventListener('visibilitychange', follow)
    }
  }, [code, language, watches, queryClient])

  return { card: data, error, refetch, live: stream === 'open' }
}
