import { consoleApi } from '#shared/console.ts'
import { liveEvents, type LiveEvents } from '#shared/console-live.ts'

/** Server event for this tab. `again` follows a lost connection, during which anything may have changed. */
export type StreamEvent =
  | { readonly [K in keyof LiveEvents]: { readonly kind: K; readonly data: LiveEvents[K] } }[keyof LiveEvents]
  | { readonly kind: 'again' }
/** Message between the tabs of a browser. `ask`: a new tab requests the current counts. */
type Told = StreamEvent | { readonly kind: 'ask' }

const name = 'console-live'
const events = ['counts', 'change', 'here', 'end'] as const
const firstRetryMs = 2_000
const lastRetryMs = 60_000

/**
 * Shares one event stream among all tabs: the tab that holds the lock forwards its events. Returns the cleanup
 * function.
 */
export function subscribeToStream(hear: (heard: StreamEvent) => void): () => void {
  const tabs = new BroadcastChannel(name)
  const stop = new AbortController()
  let counts: StreamEvent | null = null
  let isLeading = false
  const pass = (told: Told) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin, and takes no second argument
    if (!stop.signal.aborted) tabs.postMessage(told)
  }
  const tell = (heard: StreamEvent) => {
    if (stop.signal.aborted) return
    if (heard.kind === 'counts') counts = heard
    pass(heard)
    hear(heard)
  }
  tabs.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    if (data.kind !== 'ask') hear(data)
    else if (isLeading && counts) pass(counts)
  })
  pass({ kind: 'ask' })
  const lead = () => {
    isLeading = true
    return stream(tell, stop.signal)
  }
  // The Web Locks API requires a secure connection; without it each tab opens its own stream.
  const locks: LockManager | undefined = navigator.locks
  if (locks) locks.request(name, { signal: stop.signal }, lead).catch(() => {})
  else void lead()
  return () => {
    stop.abort()
    tabs.close()
  }
}

function stream(tell: (heard: StreamEvent) => void, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let waitMs = firstRetryMs
    let isFirst = true
    let timer: ReturnType<typeof setTimeout> | undefined
    let source: EventSource | null = null
    const open = () => {
      const own = new EventSource(`${consoleApi}${liveEvents}`)
      source = own
      own.addEventListener('open', () => {
        waitMs = firstRetryMs
        if (!isFirst) tell({ kind: 'again' })
        isFirst = false
      })
      for (const kind of events)
        own.addEventListener(kind, ({ data }: MessageEvent<string>) => {
          if (kind === 'end') later()
          tell({ kind, data: JSON.parse(data) as unknown } as StreamEvent)
        })
      // The browser reconnects a lost stream by itself; only if the server refused is it closed.
      own.addEventListener('error', () => {
        if (own.readyState === EventSource.CLOSED) later()
      })
    }
    const later = () => {
      source?.close()
      clearTimeout(timer)
      timer = setTimeout(open, waitMs)
      waitMs = Math.min(waitMs * 2, lastRetryMs)
    }
    stop.addEventListener('abort', () => {
      clearTimeout(timer)
      source?.close()
      resolve()
    })
    open()
  })
}
