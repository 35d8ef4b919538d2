import { once } from 'node:events'
import path from 'node:path'
import { cashierPath } from '#simulators/fake-gateway/gateway-pages.ts'
import type { GatewayPayment } from '#simulators/fake-gateway/gateway-payments.ts'
import { buildSimulator, readKeys } from '#simulators/build-simulator.ts'
import { relayTo } from '../faults/silent-gateway.ts'
import type { Answers, Letter, Provider, Question, Ready, Taken } from './gateway-messages.ts'

/**
 * Runs the simulated gateways in a process of their own, behind a proxy that can swallow requests to one of them. First
 * argument: folder of the demo keys. The parent process sends messages, and this process ends with it.
 */
const simulator = await buildSimulator({ keys: readKeys(path.resolve(process.argv[2] ?? '')), dataDir: null })
const door = await relayTo(Number(new URL(await simulator.app.listen({ port: 0, host: 'localhost' })).port))
const providers: readonly Provider[] = ['alipay', 'wechat']

const isFor = (payment: GatewayPayment, provider: Provider, content: string): boolean =>
  provider === 'alipay'
    ? payment.extra.code !== undefined && content.endsWith(payment.extra.code)
    : content.endsWith(cashierPath('wechat', payment))

function pay(provider: Provider, content: string): Letter {
  const { fakeGateway } = simulator.counters[provider]
  const payment = fakeGateway.gatewayPayments.findLast((known) => isFor(known, provider, content))
  if (!payment) throw new Error(`the gateway has no payment for ${content}`)
  if (provider === 'alipay') fakeGateway.remember(payment, { scanned: 'yes' })
  fakeGateway.pay(payment, { notify: 0 })
  const letter = fakeGateway.notices.findLast(({ number, kind }) => number === payment.number && kind === 'paid')
  if (!letter) throw new Error('the gateway wrote nothing about a payment')
  const { url, headers, body } = letter
  return { url, headers, body, provider }
}

const list = (): readonly Taken[] =>
  providers.flatMap((provider) =>
    simulator.counters[provider].fakeGateway.gatewayPayments
      .filter(({ paidAt }) => paidAt !== null)
      .map(({ number, txn, paidMinor }) => ({ provider, number, txn, paidMinor })),
  )

function answer(question: Question): Answers[Question['ask']] {
  if (question.ask === 'pay') return pay(question.provider, question.content)
  if (question.ask === 'list') return list()
  if (question.ask === 'silence') door.silence(`/${question.provider}/`)
  else door.speak()
  return null
}

process.on('message', ({ id, question }: { id: number; question: Question }) => {
  try {
    process.send?.({ id, answer: answer(question) })
  } catch (error) {
    process.send?.({ id, error: error instanceof Error ? error.message : String(error) })
  }
})
const mailPort = await simulator.outbox.listen(0)
process.send?.({ port: door.port, mailPort } satisfies Ready)
await once(process, 'disconnect')
process.exit(0)
