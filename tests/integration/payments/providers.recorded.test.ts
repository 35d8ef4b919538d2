import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PaymentProvider } from '#server/modules/payments/providers/port.ts'
import { wechatMerchant } from '#simulators/wechat/gateway.ts'
import { alipay, certificateSerial, epayV1, epayV2, stripe, unionpay, wechat, wechatSide } from './recorded.sides.ts'
import { playRecorded, readBy, readRecorded, type Json } from './recorded.setup.ts'

/**
 * Replaces values by their types, to compare the names and types of all fields at any depth. A field that is null
 * matches any type, because it can be empty.
 */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each)]))
}
/** Differences between two shapes: missing, additional and differently typed fields. */
function differences(one: unknown, other: unknown, place = ''): string[] {
  if (one === null || other === null) return []
  if (typeof one !== 'object' || typeof other !== 'object') return one === other ? [] : [place]
  const [a, b] = [one as Json, other as Json]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((name) =>
    name in a && name in b ? differences(a[name], b[name], `${place}.${name}`) : [`${place}.${name}`],
  )
}

it('each provider has at least six recorded situations', () => {
  for (const { id } of [alipay, wechat, unionpay, stripe, epayV1, epayV2])
    expect(readRecorded(id).length).toBeGreaterThanOrEqual(6)
})

describe('WeChat key rotation', () => {
  it.each([
    [certificateSerial, true],
    [wechatMerchant.platformKeyId, true],
    ['PUB_KEY_ID_OF_ANOTHER', false],
  ])('a message signed with %s is accepted only if the key is a known one: %s', async (serial, isKnown) => {
    const side = wechatSide(serial)
    const player = await playRecorded(side.wire)
    const provider = side.open(player.url)
    const recorded = new Map(readRecorded('wechat'))
    const [query, notified] = [recorded.get('query-paid')!, recorded.get('notification-paid')!]
    player.play(query)
    const about = { ref: side.ref, providerTxnId: side.providerTxnId }
    const read = await readBy(provider, query, { ...about, notification: null })
    const sent = side.wire.notify(notified.answers[0] ?? {})
    const notification = { raw: Buffer.from(sent.body), headers: sent.headers, now: new Date() }
    const told = await readBy(provider, notified, { ...about, notification })
    const paid = [{ kind: 'paid' }]
    expect([read, told]).toMatchObject(
      isKnown ? [paid, paid] : [{ throws: 'ProviderSilent' }, { throws: 'BadNotification' }],
    )
    player.close()
  })
})

describe.each([alipay, wechat, unionpay, stripe, epayV1, epayV2])(
  'recorded messages of $id',
  ({ id, wire, open, simulated, providerTxnId, ref }) => {
    let player: Awaited<ReturnType<typeof playRecorded>>
    let provider: PaymentProvider
    beforeAll(async () => {
      player = await playRecorded(wire)
      provider = open(player.url)
    })
    afterAll(() => player.close())

    it.each(readRecorded(id))('a recorded message is read as documented: %s', async (_name, recorded) => {
      player.play(recorded)
      const sent = recorded.call === 'notification' ? wire.notify(recorded.answers[0] ?? {}) : null
      const notification = sent && { raw: Buffer.from(sent.body), headers: sent.headers, now: new Date() }
      const found = await readBy(provider, recorded, { ref, providerTxnId, notification })
      // A file leaves out what its provider does not say, such as when a refund failed.
      expect({ found }).toMatchObject({ found: recorded.reads })
    })
    it.each(Object.keys(simulated))('the simulator sends the same fields as the recording: %s', (name) => {
      const last = new Map(readRecorded(id)).get(name)?.answers.at(-1) ?? {}
      const [inner] = id === 'alipay' && !name.startsWith('notification') ? Object.values(last) : []
      const recorded = (inner ??
        last.body ??
        last.resource ??
        (id === 'stripe' ? last.object : undefined) ??
        last) as Json
      const signature = ['signature', 'signPubKeyCert', 'sign', 'sign_type']
      const said = Object.entries(JSON.parse(JSON.stringify(simulated[name])) as Json)
      const own = Object.fromEntries(said.filter(([field]) => !signature.includes(field)))
      expect(differences(shapeOf(own), shapeOf(recorded))).toEqual([])
    })
  },
)
