import { afterEach, expect, it, vi } from 'vitest'
import { readStored, readStoredJson, removeStored, writeStored } from './browser-storage.ts'

afterEach(() => void vi.unstubAllGlobals())

const throwing = () => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
}

// Browser bugs: apps without DOM storage return null on Android (NativeScript/NativeScript#5288, aws/aws-sdk-js#668,
// segmentio/analytics-next#345), and storage throws in private windows (facebook/create-react-app#7771).
it.each([
  ['null', null],
  ['missing', undefined],
  ['full or forbidden', { getItem: throwing, setItem: throwing, removeItem: throwing }],
])('browser storage that is %s remembers nothing and throws nothing', (_name, storage) => {
  for (const kind of ['localStorage', 'sessionStorage'] as const) {
    vi.stubGlobal(kind, storage)
    writeStored(kind, 'theme', 'dark')
    removeStored(kind, 'theme')
    expect([readStored(kind, 'theme'), readStoredJson(kind, 'theme')]).toEqual([null, null])
  }
})

it.each(['', '{', 'undefined'])('reads the stored text %j as no JSON', (text) => {
  vi.stubGlobal('localStorage', { getItem: () => text })
  expect(readStoredJson('localStorage', 'draft')).toBeNull()
})
