import { expect, it } from 'vitest'
import { printOutcome } from './print-outcome.ts'
import { progress } from './printers.ts'

it('progress is printed at most once a second with the current count', () => {
  let now = 5_000
  const lines: string[] = []
  const onProgress = progress(
    (done: number) => [done, 'orders looked at'],
    () => now,
  )
  for (const [at, done] of [
    [5_000, 100],
    [5_999, 200],
    [6_000, 1_300],
    [6_500, 1_400],
    [7_000, 2_500],
    [9_500, 3_600],
  ] as const) {
    now = at
    onProgress(done, { print: (line) => void lines.push(line) })
  }
  expect(lines).toEqual(['… 1,300 orders looked at', '… 2,500 orders looked at', '… 3,600 orders looked at'])
})

it('alerts are printed as sentences, without codes of kinds, reasons and actions', () => {
  const at = new Date('2026-11-22T12:34:56Z')
  const alert = {
    id: 'an-id',
    subject: 'denied_payment',
    level: 1,
    detail: null,
    measured: 3,
    outOf: null,
    since: at,
    opened: at,
    lastSeen: at,
    resolved: null,
    acknowledged: null,
    acknowledgedBy: null,
    note: null,
    toldTo: ['ann (mail)'],
  }
  const items = [
    { ...alert, kind: 'review-opened' },
    { ...alert, kind: 'disk-low', subject: '/', level: 2, measured: 900, outOf: 20_000 },
  ]
  const printed: object[] = []
  const screen = {
    print: (line: string) => void printed.push({ line }),
    printText: () => {},
    table: (rows: readonly object[]) => void printed.push(...rows),
  }
  printOutcome('alerts.list', { input: {}, output: { items, next: null }, preview: false, values: {} }, screen)
  const [review, disk] = printed.map((row) => Object.values(row).join('|'))
  expect(review).toContain('Review opened: 3 money reviews')
  expect(review).not.toMatch(/denied_payment|review-opened|\[object/)
  expect(disk).toContain('(urgent)')
  expect(disk).toContain('ann (mail)')
})

it.each([
  [
    'nodes.add',
    { name: 'Tokyo', protocol: 'vless', address: 'a:443', install: 'the-line', node: 7, nodeToken: 'the-token' },
  ],
  ['nodes.install', { name: 'Tokyo', install: 'the-line' }],
  ['webhooks.add', { endpoint: 'books', host: 'a.example', webhookSecret: 'the-secret' }],
  ['webhooks.rotate-secret', { endpoint: 'books', webhookSecret: 'the-secret', hours: 24 }],
  ['api.make-key', { keyName: 'books', apiKey: 'the-key' }],
] as const)('the command %s prints what is shown only once, and its preview does not', (name, output) => {
  const printed = (preview: boolean) => {
    const lines: string[] = []
    const screen = { print: (line: string) => void lines.push(line), printText: () => {}, table: () => {} }
    printOutcome(name, { input: {}, output, preview, values: {} }, screen)
    return lines.join('\n')
  }
  const once = Object.values(output).filter((value) => String(value).startsWith('the-'))
  expect(once.filter((value) => !printed(false).includes(String(value)))).toEqual([])
  expect(once.filter((value) => printed(true).includes(String(value)))).toEqual([])
})
