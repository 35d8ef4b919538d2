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
    return renderCashier(view, language, till.returnUrl(bill))
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
      // Decided in another tab a moment ago: the page shows what it came to.
      if (error instanceof BillError) return reply.redirect(here, 303)
      throw error
    }
    // A phone that scanned a code has no shop to return to.
    return reply.redirect(till.returnUrl(bill) || here, 303)
  })
}

type FaultInput = { method?: string; kind?: FaultKind; times?: number; ms?: number }
type BillInput = PayOptions & { number?: string; amountMinor?: number; end?: DisputeEnd | RefundEnd }
type At = { Params: { gateway: string; number: string; id: string } }

/** What tests and curious people do to a gateway, as JSON over HTTP. It obeys every caller: bind it to this machine only. */
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
  /** A post about one bill, which is the answer. */
  const onBill = (path: string, act: (till: Till, bill: Bill, body: BillInput, params: At['Params']) => unknown) =>
    app.post<At & { Body: BillInput | undefined }>(
      `/switchboard/:gateway/bills/:number/${path}`,
      async ({ params, body }) => {
        const { till } = counterOf(params)
        const bill = till.get(params.number)
        act(till, bill, body ?? {}, params)
        return bill
      },
    )
  app.get<At>('/switchboard/:gateway/bills', async ({ params }) => counterOf(params).till.bills)
  app.get<At>('/switchboard/:gateway/bills/:number', async ({ params }) => counterOf(params).till.get(params.number))
  onBill('pay', (till, bill, body) => till.pay(bill, body))
  onBill('close', (till, bill) => till.close(bill))
  onBill('dispute', (till, bill, { amountMinor }) => till.dispute(bill, amountMinor))
  onBill('dispute/close', (till, bill, { end }) => till.closeDispute(bill, end as DisputeEnd))
  // As an operator does in the provider's own back office, without the shop's knowledge.
  onBill('refund', (till, bill, { number = '', amountMinor = 0 }) => till.refund(bill, number, amountMinor))
  onBill('refunds/:id', (till, bill, { end }, { id }) => till.settleRefund(bill, id, end as RefundEnd))
  app.post<At & { Body: { hold: boolean } }>('/switchboard/:gateway/refunds', async ({ params, body }) => {
    counterOf(params).till.holdRefunds(body.hold)
    return body
  })

  app.get<At>('/switchboard/:gateway/notifications', async ({ params }) => counterOf(params).till.notices)
  app.post<At & { Body: { drop: boolean } }>('/switchboard/:gateway/notifications', async ({ params, body }) => {
    counterOf(params).till.dropNotifications(body.drop)
    return body
  })
  app.post<At & { Body: { times?: number } | undefined }>(
    '/switchboard/:gateway/notifications/:id/replay',
    async ({ params, body }) => {
      const { till } = counterOf(params)
      const notice = till.notices[Number(params.id)]
      if (!notice) throw new BillError('unknown')
      return till.replay(notice, body?.times ?? 1)
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
  app.delete<At>('/switchboard/:gateway/faults', async ({ params }) => {
    counterOf(params).faults.clear()
    return {}
  })
  app.post<At & { Body: { advanceMs: number } }>('/switchboard/:gateway/clock', async ({ params, body }) => {
    const { till } = counterOf(params)
    till.advanceClock(body.advanceMs)
    return { now: till.now }
  })
}
