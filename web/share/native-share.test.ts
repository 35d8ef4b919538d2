import { afterEach, expect, it, vi } from 'vitest'
import { openShareSheet, sharesFile } from './native-share.ts'

afterEach(() => void vi.unstubAllGlobals())

const sheetThat = (share: () => Promise<void>) => vi.stubGlobal('navigator', { share })

// Bug of other projects: closing the share sheet showed "sharing failed" (nthiebes/old-world-builder#433,
// cofacts/rumors-site#205).
it('a closed share sheet is no error', async () => {
  sheetThat(() => Promise.reject(new DOMException('Share canceled', 'AbortError')))
  expect(await openShareSheet({ url: 'https://wayfare.example/' })).toBe(true)
})

it.each([
  ['refuses', new DOMException('no', 'NotAllowedError')],
  ['cannot share this', new TypeError('no known share data fields supplied')],
])('a browser that %s does not share', async (_name, reason) => {
  sheetThat(() => Promise.reject(reason))
  expect(await openShareSheet({ url: 'https://wayfare.example/' })).toBe(false)
})

// `canShare` without a file only says that the browser has a share sheet (nthiebes/old-world-builder#433).
it('asks whether the browser can share this file', () => {
  const file = new File(['x'], 'card.png', { type: 'image/png' })
  const canShare = vi.fn<(data?: ShareData) => boolean>((data) => data?.files?.[0]?.type !== 'image/png')
  vi.stubGlobal('navigator', { canShare })
  expect(sharesFile(file)).toBe(false)
  expect(canShare).toHaveBeenCalledWith({ files: [file] })
  vi.stubGlobal('navigator', {})
  expect(sharesFile(file)).toBe(false)
})
