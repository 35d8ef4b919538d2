import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createUnionpay } from '#server/modules/payments/providers/unionpay.ts'
import type { PaymentProvider } from '#server/modules/payments/providers/port.ts'
import { readKeys } from '#simulators/build-simulator.ts'
import type { Bill } from '#simulators/till/bills.ts'
import { Till, type Gateway } from '#simulators/till/till.ts'
import {
  signUnionpay,
  unionpayMerchant,
  unionpayPaid,
  unionpayPayment,
  unionpayRefund,
  unionpayRefunded,
  writeUnionpayForm,
} from '#simulators/unionpay/gateway.ts'
import { playRecorded, readBy, readRecorded, refOf, type Json, type Wire } from './recorded.setup.ts'

const folder = path.join(inject('dataDir'), 'keys')
const key = (file: string) => readFileSync(path.join(folder, file), 'utf8')
const keys = readKeys(folder)
const notifyUrl = 'https://shop.example/webhooks'

type Side = {
  readonly id: string
  readonly wire: Wire
  readonly open: (endpoint: string) => PaymentProvider
  /** What the simulator says in the same situations, by the name of the file. */
  readonly simulated: Readonly<Record<string, Json>>
  readonly providerTxnId: string
  readonly ref: ReturnType<typeof refOf>
}

/** A payment that was opened, one that was paid, and one of which a part was given back. */
function bills(gateway: Gateway): Record<'open' | 'paid' | 'refunded', Bill> {
  const till = new Till(gateway, null, () => null)
  const draft = { subject: 'x', currency: 'CNY', totalMinor: 26_800, notifyUrl: '', returnUrl: '' } as const
  const open = (number: string) => till.open({ ...draft, number, expiresAt: Date.now() + 60_000, extra: {} })
  const [paid, refunded] = [open('paid'), open('refunded')]
  for (const bill of [paid, refunded]) till.pay(bill)
  till.refund(refunded, 'refund', 1_000)
  return { open: open('open'), paid, refunded }
}
const unionpayBills = bills('unionpay')

const signed = (answer: Json) => signUnionpay(answer as Record<string, string>, keys.unionpay)
const unionpay: Side = {
  id: 'unionpay',
  wire: {
    answer: (answer) => ({
      status: 200,
      headers: { 'content-type': 'text/html;charset=UTF-8' },
      body: Object.entries(signed(answer))
        .map(([field, value]) => `${field}=${value}`)
        .join('&'),
    }),
    notify: (answer) => writeUnionpayForm(signed(answer)),
  },
  open: (endpoint) =>
    createUnionpay({
      config: {
        ...unionpayMerchant,
        privateKeyPem: key('unionpay-merchant-private.pem'),
        rootCertPem: key('unionpay-root.pem'),
        middleCertPem: null,
        signerName: '中国银联股份有限公司',
        endpoint,
        fileUrl: `${endpoint}file`,
      },
      notifyUrl,
    }),
  simulated: {
    'query-paid': signed(unionpayPayment(unionpayBills.paid)),
    'query-unpaid': signed(unionpayPayment(unionpayBills.open)),
    'refund-done': signed(unionpayRefund(unionpayBills.refunded, unionpayBills.refunded.refunds[0]!)),
    'notification-paid': signed(unionpayPaid(unionpayBills.paid)),
    'notification-refunded': signed(unionpayRefunded(unionpayBills.refunded, unionpayBills.refunded.refunds[0]!)),
  },
  providerTxnId: '742511202206441203568',
  ref: refOf('CNY', 26_800, null),
}

describe.each([unionpay])('what is recorded of $id', ({ id, wire, open, simulated, providerTxnId, ref }) => {
  let player: Awaited<ReturnType<typeof playRecorded>>
  let provider: PaymentProvider
  beforeAll(async () => {
    player = await playRecorded(wire)
    provider = open(player.url)
  })
  afterAll(() => player.close())

  it.each(readRecorded(id))('is read as its documents say: %s', async (_name, recorded) => {
    player.play(recorded)
    const sent = recorded.call === 'notification' ? wire.notify(recorded.answers[0] ?? {}) : null
    const letter = sent && { raw: Buffer.from(sent.body), headers: sent.headers, now: new Date() }
    expect(await readBy(provider, recorded, { ref, providerTxnId, letter })).toEqual(recorded.reads)
  })
  it.each(Object.keys(simulated))('has the same fields where the simulator says it: %s', (name) => {
    const recorded =
      readRecorded(id)
        .find(([known]) => known === name)?.[1]
        .answers.at(-1) ?? {}
    const signature = ['signature', 'signPubKeyCert']
    const fields = Object.keys(simulated[name] ?? {}).filter((field) => !signature.includes(field))
    expect(fields.toSorted()).toEqual(Object.keys(recorded).toSorted())
  })
})
