import { expect, it } from 'vitest'
import { nameBrowser } from './device-ids.ts'

const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
it.each([
  [windows, 'Chrome', 'Windows'],
  [`${windows} Edg/130.0`, 'Microsoft Edge', 'Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
    'Chrome',
    'Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0',
    'WeChat',
    'iOS',
  ],
])('recognizes the browser and system of %s', (userAgent, browser, system) => {
  expect(nameBrowser(userAgent)).toEqual({ browser, system })
})

it('returns no name for an empty user agent, and limits the length of names', () => {
  for (const text of [undefined, '', ' ', 'curl/8']) expect(nameBrowser(text)).toEqual({ browser: null, system: null })
  const long = nameBrowser(`${'(;'.repeat(50_000)}${windows}`)
  expect(Object.values(long).every((name) => (name?.length ?? 0) <= 40)).toBe(true)
})
