import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Fact, PaymentProvider } from '#server/modules/payments/providers/port.ts'
import { validateStatements, findInvalidPart } from '#server/modules/payments/providers/validate-statements.ts'
import { alipay, stripe, unionpay, wechat } from './recorded.sides.ts'
import { playRecorded, readBy, readRecorded, type Json, type Recorded } from './recorded.setup.ts'

/** Number that keeps exactly these digits in JSON. TypeScript's library has no type for `rawJSON` yet. */
const rawJson = (text: string): unknown => (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text)
/** Invalid amounts, as JSON values; in a form, as text. */
const strange: readonly unknown[] = [
  -1,

  '-268.00',
  0.5,
  '268.005',
  '2.68e2',
  1e300,
  '1e300',
  rawJson('9007199254740993'),
  rawJson('1e400'),
  rawJson('-0'),
  '9007199254740993',
  '9'.repeat(400),
  10 ** 12 + 1,
  '0x10',
  ' 268.00',
  '２６８.00',
  'NaN',
  'Infinity',
  '',
  null,
  true,
  [],
  [26_800],
  {},
]
const namesMoney = /amount|amt|fee|total|refund(?!_status)|currency/i

/** Yields copies of the value, each with one money field replaced by one invalid value. */
function* strangers(value: unknown, name: string): Generator {
  if (Array.isArray(value)) {
    for (const [at, each] of value.entries())
      for (const changed of strangers(each, name)) yield value.toSpliced(at, 1, changed)
  } else if (typeof value === 'object' && value !== null)
    for (const [field, each] of Object.entries(value))
      for (const changed of strangers(each, field)) yield { ...value, [field]: changed }
  else if (namesMoney.test(name)) yield* strange
}

const variants = (id: string): [string, Recorded][] =>
  readRecorded(id).flatMap(([name, recorded]) =>
    recorded.answers.flatMap((answer, at) =>
      [...strangers(answer, '')].map((changed): [string, Recorded] => [
        name,
        { ...recorded, answers: recorded.answers.toSpliced(at, 1, changed as Json) },
      ]),
    ),
  )

/** Form fields contain only text. */
const asForm = (answer: Json): Json =>
  Object.fromEntries(
    Object.entries(answer).map(([field, value]) => [
      field,
      typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
    ]),
  )

describe.each([alipay, wechat, unionpay, stripe])(
  'unusual amounts and currencies from $id',
  ({ id, wire, open, providerTxnId, ref }) => {
    let player: Awaited<ReturnType<typeof playRecorded>>
    let provider: PaymentProvider
    const isForm = (recorded: Recorded) => id === 'unionpay' || (id === 'alipay' && recorded.call === 'notification')
    beforeAll(async () => {
      player = await playRecorded(wire)
      provider = validateStatements(open(player.url))
    })
    afterAll(() => player.close())

    it('unusual amounts and currencies are read as bookable or refused, in every field', async () => {
      const wrong: string[] = []
      const all = variants(id)
      for (const [name, plain] of all) {
        const recorded = isForm(plain) ? { ...plain, answers: plain.answers.map(asForm) } : plain
        player.play(recorded)
        const sent = recorded.call === 'notification' ? wire.notify(recorded.answers[0] ?? {}) : null
        const notification = sent && { raw: Buffer.from(sent.body), headers: sent.headers, now: new Date() }
        const read = await readBy(provider, recorded, { ref, providerTxnId, notification })
        const facts = (Array.isArray(read) ? read : [read]) as (Fact | string | { throws: string })[]
        for (const fact of facts) {
          const isNamed = typeof fact === 'object' && 'throws' in fact && /^(Bad|Provider)/.test(fact.throws)
          const isFact = typeof fact === 'object' && 'amount' in fact && findInvalidPart(fact) === null
          if (!isNamed && !isFact && typeof fact !== 'string')
            wrong.push(`${name} ${JSON.stringify(recorded.answers)}: ${JSON.stringify(fact)}`)
        }
      }
      expect(all.length).toBeGreaterThan(300)
      expect(wrong.slice(0, 20)).toEqual([])
    })
  },
)
