import type { FastifyInstance } from 'fastify'
import { cashierPolicy, renderCashier, renderError } from '../cashier/cashier-page.ts'
import { gatewayNames, languageOf } from '../cashier/cashier-text.ts'
import { faultKinds, type FaultKind, type Faults } from '../faults.ts'
import { BillError, refundedMinor, stateOf, type Bill } from './bills.ts'
import type { DisputeEnd, Gateway, PayOptions, RefundEnd, Till } from './till.ts'

const actions: Record<string, (till: Till, bill: Bill) => void> = {
  pay: (till, bill) => till.pay(bill),
  'pay-less': (till, bill) => till.pay(bill, { deltaMinor: -1 }),
  'pay-more': (till, bill) => till.pay(bill, { deltaMinor: 1 }),
  'pay-late': (till, bill) => till.pay(bill, { late: true }),
  'pay-twice': (till, bill) => till.pay(bill, { notify: 2 }),
  'pay-silent': (till, bill) => till.pay(bill, { notify: 0 }),
  cancel: (till, bill) => till.close(bill),
}
type Params = { gateway: string; txn: string; action: string }
export type Counter = { readonly till: Till; readonly faults: Faults }
export type Counters = Readonly<Record<Gateway, Counter>>

export const cashierPath = (gateway: Gateway, bill: Bill): string => `/till/${gateway}/cashier/${bill.txn}`
const countersOf = (counters: Counters, gateway: string): Counter | undefined =>
  Object.values(counters).find(({ till }) => till.gateway === gateway)

/** The page on which a person decides what becomes of a payment at one of the tills. */
export function registerTillCashier(app: FastifyInstance, counters: Counters): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy': cashierPolicy(null),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
  })
  const find = ({ gateway, txn }: Params) => {
    const till = countersOf(counters, gateway)?.till
    const bill = till?.findByTxn(txn)
    return till && bill ? { till, bill } : null
  }
  app.get<{ Params: Params }>('/till/:gateway/cashier/:txn', async (request, reply) => {
    const found = find(request.params)
    const language = languageOf(request)
    reply.type('text/html; charset=utf-8')
    if (!found) return reply.code(404).send(renderError('unknown', language))
    const { till, bill } = found
    reply.header('content-security-policy', cashierPolicy(bill.returnUrl))
    const view = {
      gateway: gatewayNames[till.gateway][language],
      subject: bill.subject,
      number: bill.number,
      trade: bill.txn,
      currency: bill.currency,
      totalMinor: bill.totalMinor,
      until: new Date(bill.expiresAt).toISOString().slice(0, 16).replace('T', ' ') + ' UTC',
      state: stateOf(bill),
      refundedMinor: refundedMinor(bill),
      path: cashierPath(till.gateway, bill),
    }
    return renderCashier(view, language, bill.returnUrl)
  })
  app.post<{ Params: Params }>('/till/:gateway/cashier/:txn/:action', async (request, reply) => {
    const found = find(request.params)
    const act = actions[request.params.action]
    const language = languageOf(request)
    if (!found || !act) return reply.code(404).type('text/html; charset=utf-8').send(renderError('unknown', language))
    const { till, bill } = found
    const here = `${cashierPath(till.gateway, bill)}?lang=${language}`
    try {
      act(till, bill)
    } catch (error) {
      if (error instanceof BillError) return reply.redirect(here, 303)
      throw error
    }
    // A phone that scanned a code has no shop to return to.
    return reply.redirect(bill.returnUrl || here, 303)
  })
}

type FaultInput = { method?: string; kind?: FaultKind; times?: number; ms?: number }

/** The same from outside, as JSON. */
export function registerTillSwitchboard(app: FastifyInstance, counters: Counters): void {
  app.setErrorHandler((error, _request, reply) =>
    reply
      .code(error instanceof BillError ? 409 : 400)
      .send({ error: error instanceof Error ? error.message : 'failed' }),
  )
  const counterOf = ({ gateway }: { gateway: string }): Counter => {
    const counter = countersOf(counters, gateway)
    if (!counter) throw new BillError('unknown')
    return counter
  }
  type At = { Params: { gateway: string; number: string } }
  app.get<At>('/switchboard/:gateway/bills', async ({ params }) => counterOf(params).till.bills)
  app.post<At & { Body: PayOptions | undefined }>(
    '/switchboard/:gateway/bills/:number/pay',
    async ({ params, body }) => {
      const { till } = counterOf(params)
      const bill = till.get(params.number)
      till.pay(bill, body ?? {})
      return bill
    },
  )
  app.post<At>('/switchboard/:gateway/bills/:number/close', async ({ params }) => {
    const { till } = counterOf(params)
    till.close(till.get(params.number))
    return till.get(params.number)
  })
  app.post<At & { Body: { amountMinor?: number } | undefined }>(
    '/switchboard/:gateway/bills/:number/dispute',
    async ({ params, body }) => {
      const { till } = counterOf(params)
      till.dispute(till.get(params.number), body?.amountMinor)
      return till.get(params.number)
    },
  )
  app.post<At & { Body: { end: DisputeEnd } }>(
    '/switchboard/:gateway/bills/:number/dispute/close',
    async ({ params, body: { end } }) => {
      const { till } = counterOf(params)
      till.closeDispute(till.get(params.number), end)
      return till.get(params.number)
    },
  )
  app.post<At & { Body: { hold: boolean } }>('/switchboard/:gateway/refunds', async ({ params, body }) => {
    counterOf(params).till.holdRefunds(body.hold)
    return body
  })
  app.post<{ Params: At['Params'] & { refund: string }; Body: { end: RefundEnd } }>(
    '/switchboard/:gateway/bills/:number/refunds/:refund',
    async ({ params, body: { end } }) => {
      const { till } = counterOf(params)
      till.settleRefund(till.get(params.number), params.refund, end)
      return till.get(params.number)
    },
  )
  app.post<At & { Body: FaultInput }>(
    '/switchboard/:gateway/faults',
    async ({ params, body: { method = '*', kind, times = 1, ms = 0 } }) => {
      if (!kind || !faultKinds.includes(kind)) throw new Error(`kind must be one of ${faultKinds.join(', ')}`)
      const fault = { method, kind, times, ms }
      counterOf(params).faults.add(fault)
      return fault
    },
  )
}
