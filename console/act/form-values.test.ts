import { afterEach, expect, it, vi } from 'vitest'
import { isMoment } from '#shared/calendar-day.ts'
import type { Shape } from '#console/client/shape.ts'
import { zoneName } from '#console/client/display.ts'
import acting from '#console/text/en/acting.ts'
import { fieldKind, readForm, shownSchema, writeForm } from './form-values.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})
const schema: Shape = { type: 'object', properties: { from: { type: 'string', date: true } } }
const read = (values: Record<string, string>) => readForm(schema, values, acting)

it.each([
  ['Asia/Shanghai', '2026-10-31T16:00:00.000Z', 'Asia/Shanghai, UTC+8'],
  ['America/New_York', '2026-11-01T04:00:00.000Z', 'America/New_York, UTC−4'],
  ['UTC', '2026-11-01T00:00:00.000Z', 'UTC, UTC+0'],
])(
  'a typed date begins at midnight in the time zone of the operator, which the console shows (%s)',
  (name, from, named) => {
    vi.stubEnv('TZ', name)
    const { input, errors } = read({ from: '2026-11-01' })
    expect([input, errors]).toEqual([{ from }, {}])
    expect(isMoment(String(input.from))).toBe(true)
    expect(zoneName(new Date('2026-11-01T00:00:00Z'))).toBe(named)
  },
)

it('a typed time with its time zone is kept, and an invalid date is refused', () => {
  expect(read({ from: '2026-11-01T08:00:00+08:00' }).input).toEqual({ from: '2026-11-01T08:00:00+08:00' })
  for (const from of ['2026-02-31', '1 November', '2026-11', '2026-13-01'])
    expect(read({ from }).errors).toEqual({ from: acting.date })
})

const node: Shape = {
  properties: {
    protocol: { enum: ['vless', 'trojan', 'shadowsocks'] },
    serverName: { type: 'string', when: { protocol: ['vless', 'trojan'] }, neededUnless: 'file' },
    networks: { type: 'array', rows: 'networks' },
    file: { file: 'text' },
  },
  required: ['protocol'],
}

it('a form hides and does not send a field that belongs to another choice, and requires the field where it applies', () => {
  const shown = (values: Record<string, string>) => shownSchema(node, values)
  expect(Object.keys(shown({ protocol: 'shadowsocks' }).properties ?? {})).not.toContain('serverName')
  const values = { protocol: 'shadowsocks', serverName: 'www.example.org' }
  expect(readForm(shown(values), values, acting)).toEqual({ input: { protocol: 'shadowsocks' }, errors: {} })
  expect(readForm(shown({ protocol: 'trojan' }), { protocol: 'trojan' }, acting).errors).toEqual({
    serverName: acting.required,
  })
  expect(shown({ protocol: 'trojan', file: '{}' }).required).toEqual(['protocol'])
})

it('a field of IP networks sends its rows without the empty ones, and names the first invalid row', () => {
  const readRows = (networks: string) => readForm(node, { protocol: 'vless', networks }, acting)
  expect(readRows('203.0.113.7,, 2001:db8::/48,').input.networks).toEqual(['203.0.113.7', '2001:db8::/48'])
  expect(readRows('203.0.113.7,203.0.113.300').errors).toEqual({ networks: acting.network('203.0.113.300') })
})

it('a partial refund keeps the membership time unless the operator chooses to take days, and then asks how many', () => {
  const days: Shape = { type: 'object', properties: { takeDays: { type: 'integer', minimum: 0, maximum: 3_660 } } }
  const readDays = (takeDays: string | undefined) => readForm(days, { takeDays }, acting)
  expect(readDays(undefined)).toEqual({ input: {}, errors: {} })
  expect(readDays('30').input).toEqual({ takeDays: 30 })
  expect(readDays(' ').errors).toEqual({ takeDays: acting.required })
  for (const wrong of ['0', '3661', '1.5', '-1'])
    expect(readDays(wrong).errors).toEqual({ takeDays: acting.wholeNumber(1, 3_660) })
})

const secretShape: Shape = { type: 'string', file: 'text', secret: true, maxLength: 4_000 }
it('a secret field sends its text as typed, leaves out an empty one, and is not of a kind whose input drafts store', () => {
  const form: Shape = { properties: { token: secretShape } }
  const typed = (content: string) => readForm(form, { token: { name: 'token', content } }, acting).input
  expect(fieldKind('token', secretShape)).toBe('secret')
  expect(typed(' key ')).toEqual({ token: ' key ' })
  expect(typed('  ')).toEqual({})
  expect(readForm({ ...form, required: ['token'] }, {}, acting).errors).toEqual({ token: acting.required })
})

it('a field with one text per line keeps blanks and commas within a text, and saved texts fill the form again', () => {
  const form: Shape = { properties: { tags: { type: 'array', rows: 'lines' } } }
  const tags = ['VLESS TCP, REALITY', 'second']
  expect(readForm(form, { tags: ' VLESS TCP, REALITY \n\nsecond\n' }, acting).input).toEqual({ tags })
  expect(readForm(form, writeForm(form, { tags }), acting).input).toEqual({ tags })
})

it('order numbers are split at line ends, blanks and commas', () => {
  const form: Shape = { properties: { orders: { type: 'array', rows: 'orders' } } }
  expect(readForm(form, { orders: 'AAAA-1111\nBBBB-2222, CCCC-3333' }, acting).input).toEqual({
    orders: ['AAAA-1111', 'BBBB-2222', 'CCCC-3333'],
  })
})
