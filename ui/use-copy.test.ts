import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { copyText, showCopiedState } from './use-copy.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('the copied state is shown for three seconds', () => {
  const show = vi.fn<(isCopied: boolean) => void>()
  showCopiedState(show)
  expect(show.mock.calls).toEqual([[true]])
  vi.advanceTimersByTime(2_999)
  expect(show).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(show.mock.calls).toEqual([[true], [false]])
})

it('the copied state is not reset after it was cancelled', () => {
  const show = vi.fn<(isCopied: boolean) => void>()
  showCopiedState(show)()
  vi.advanceTimersByTime(10_000)
  expect(show.mock.calls).toEqual([[true]])
})

describe('copied text', () => {
  const refusing = { writeText: () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError')) }
  const shown = {} as Node

  /** Creates a fake page that records what is selected and which commands run. */
  function fakePage(clipboard: unknown, isAllowed = true) {
    const log: unknown[] = []
    vi.stubGlobal('navigator', { clipboard })
    vi.stubGlobal('getSelection', () => ({ selectAllChildren: (node: Node) => log.push(node) }))
    vi.stubGlobal('document', { execCommand: (command: string) => log.push(command) > 0 && isAllowed })
    return log
  }

  it('text is copied by the Clipboard API where the browser allows it', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
    const log = fakePage({ writeText })
    expect(await copyText('a link', shown)).toBe(true)
    expect([writeText.mock.calls, log]).toEqual([[['a link']], []])
  })

  // Bugs of other projects: backnotprop/plannotator#1173, gnacho/netpulse#466, and those named at the function.
  it.each([
    ['refuses', refusing],
    ['lacks', undefined],
  ])('is selected and copied by the older command where the app %s the Clipboard API', async (_name, clipboard) => {
    const log = fakePage(clipboard)
    expect(await copyText('a link', shown)).toBe(true)
    expect(log).toEqual([shown, 'copy'])
  })

  // Bug of another project: a button said "copied" although nothing was (jestasecurity/thumper#51).
  it('text is not reported as copied where neither way is allowed, or where nothing can be selected', async () => {
    fakePage(refusing, false)
    expect(await copyText('a link', shown)).toBe(false)
    const log = fakePage(refusing)
    expect(await copyText('a link')).toBe(false)
    expect(log).toEqual([])
  })
})
