import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { SiteMark } from '#shared/site.ts'
import type { Drawn } from './draw-picture.child.ts'

export type DrawPicture = (svg: string) => Promise<Buffer | null>
export type PictureDrawer = { readonly draw: DrawPicture; stop(): Promise<void> }

const maxWaiting = 16
/** Idle time after which the drawing process is stopped, because it holds the fonts in memory. */
const idleMs = 60_000
/**
 * Time limit for drawing one picture. Most take a tenth of a second, but a mark uploaded by an operator may take any
 * time.
 */
const drawingMs = 10_000

export function createPictureDrawer(fontFolder: string, withinMs = drawingMs): PictureDrawer {
  const fontFiles = ['latin.ttf', 'chinese.ttf'].map((name) => join(fontFolder, name))
  let child: ChildProcess | null = null
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined

  function start(): ChildProcess {
    const started = fork(new URL('draw-picture.child.ts', import.meta.url), fontFiles, {
      serialization: 'advanced',
      execArgv: ['--no-warnings'],
      env: {},
      cwd: '/',
    })
    // Without a listener, an 'error' event of the idle drawing process would end the server.
    started.on('error', () => {})
    started.once('exit', () => {
      if (child === started) child = null
    })
    return started
  }

  async function end(): Promise<void> {
    const ended = child
    child = null
    if (ended?.pid === undefined || ended.exitCode !== null || ended.signalCode !== null) return
    ended.ref()
    const gone = once(ended, 'exit')
    ended.kill('SIGKILL')
    await gone
  }

  async function drawNow(svg: string): Promise<Buffer> {
    clearTimeout(idle)
    const drawing = (child ??= start())
    drawing.ref()
    drawing.channel?.ref()
    const { promise, resolve, reject } = Promise.withResolvers<Drawn>()
    const gone = () => reject(new Error('the process that draws pictures ended'))
    const limit = setTimeout(() => reject(new Error('a picture was not drawn in time')), withinMs)
    drawing.once('message', resolve).once('error', reject).once('exit', gone)
    try {
      drawing.send(svg, (error) => error && reject(error))
      const drawn = await promise
      if ('fault' in drawn) throw new Error(drawn.fault)
      return Buffer.from(drawn.png)
    } catch (error) {
      await end()
      throw error
    } finally {
      clearTimeout(limit)
      drawing.off('message', resolve).off('error', reject).off('exit', gone)
      drawing.unref()
      drawing.channel?.unref()
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

/** `isWhole`: false if the picture shows the shipped mark because the shop's own could not be drawn. */
export type MarkedPicture = { readonly png: Buffer; readonly isWhole: boolean }
export type DrawMarked = (
  mark: SiteMark | null,
  svgOf: (mark: SiteMark | null) => string,
) => Promise<MarkedPicture | null>

/**
 * Time during which pictures show the shipped mark after the shop's own mark could not be drawn, unless the mark
 * changes.
 */
const unfitMs = 600_000

/**
 * Draws pictures that contain the shop's mark. If drawing fails, they show the shipped mark for `unfitMs` or until the
 * mark changes.
 */
export function createMarkedDrawer(draw: DrawPicture, onUnfit: (error: unknown) => void): DrawMarked {
  let unfit: { readonly data: string; readonly until: number } | null = null
  return async (mark, svgOf) => {
    if (mark === null || unfit?.data !== mark.data || unfit.until < performance.now()) {
      try {
        const png = await draw(svgOf(mark))
        return png && { png, isWhole: true }
      } catch (error) {
        if (mark === null) throw error
        onUnfit(error)
        unfit = { data: mark.data, until: performance.now() + unfitMs }
      }
    }
    const png = await draw(svgOf(null))
    return png && { png, isWhole: false }
  }
}
