import { expect, it } from 'vitest'
import { displayBytes } from './display-bytes.ts'

it.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1_000, '1 kB'],
  [1_550, '1.6 kB'],
  [999_499, '999 kB'],
  [999_500, '1 MB'],
  [3_240_000_000, '3.2 GB'],
  [12_600_000_000_000, '13 TB'],
  [5_000_000_000_000_000, '5,000 TB'],
])('%i bytes are shown as %s', (bytes, text) => {
  expect(displayBytes(bytes, 'en').replace('\u00a0', ' ')).toBe(text)
})

it('number and unit are joined by a no-break space', () => {
  expect(displayBytes(3_200_000_000, 'zh-CN')).toContain('3.2')
  expect(displayBytes(3_200_000_000, 'zh-CN')).not.toContain(' ')
})
