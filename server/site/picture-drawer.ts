import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

export type DrawPicture = (svg: string) => Promise<Buffer | null>
export type PictureDrawer = { readonly draw: DrawPicture; stop(): Promise<void> }

const maxWaiting = 16
/** Idle time after which the thread is stopped, because it holds the fonts in memory. */
const idleMs = 60_000

export function createPictureDrawer(fontFolder: string): PictureDrawer {
  const fontFiles = ['latin.ttf', 'chinese.ttf'].map((name) => join(fontFolder, name))
  let worker: Worker | null = null
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined

  async function end(): Promise<void> {
    const ended = worker
    worker = null
    await ended?.terminate()
  }

  async function drawNow(svg: string): Promise<Buffer> {
    clearTimeout(idle)
    worker ??= new Worker(new URL('draw-picture.worker.ts', import.meta.url), { workerData: { fontFiles } })
    const drawing = worker
    drawing.ref()
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
    const gone = () => reject(new Error('the thread that draws pictures ended'))
    drawing.once('message', resolve).once('error', reject).once('exit', gone)
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, which has no origin
      drawing.postMessage(svg)
      return Buffer.from(await promise)
    } catch (error) {
      await end()
      throw error
    } finally {
      drawing.off('message', resolve).off('error', reject).off('exit', gone)
      drawing.unref()
      idle = setTimeout(() => void end(), idleMs)
      idle.unref()
    }
  }

  return {
    async draw(svg) {
      if (waiting >= maxWaiting) return null
      waiting += 1
      const drawn = last.then(() => drawNow(svg)).finally(() => (waiting -= 1))
      last = drawn.catch(() => {})
      return drawn
    },
    async stop() {
      clearTimeout(idle)
      await end()
    },
  }
}
