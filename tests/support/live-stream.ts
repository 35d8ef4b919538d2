import http from 'node:http'
import { expect } from 'vitest'
import { consoleApi } from '#shared/console.ts'
import { liveEvents, type LiveEvents } from '#shared/console-live.ts'

export type LiveEvent = { [K in keyof LiveEvents]: { kind: K; data: LiveEvents[K] } }[keyof LiveEvents]
export type LiveStream = {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly events: LiveEvent[]
  readonly ended: Promise<void>
  close(): void
}

export const openLive = (origin: string, cookie: string): Promise<LiveStream> =>
  new Promise((resolve, reject) => {
    const request = http.get(
      `${origin}${consoleApi}${liveEvents}`,
      { agent: false, headers: cookie ? { cookie } : {} },
      (response) => {
        const events: LiveEvent[] = []
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part
          const blocks = text.split('\n\n')
          text = blocks.pop() ?? ''
          for (const block of blocks) {
            const [, kind, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
            if (kind && data) events.push({ kind, data: JSON.parse(data) as unknown } as LiveEvent)
          }
        })
        const ended = new Promise<void>((done) => response.on('close', done).on('error', () => {}))
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          events,
          ended,
          close: () => request.destroy(),
        })
      },
    )
    request.on('error', reject)
  })

/** Waits as long as `expect.poll` does, which is enough for a busy machine. */
export async function until(happened: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(happened).toBe(true)
}
