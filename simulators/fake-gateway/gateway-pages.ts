import type { FastifyInstance } from 'fastify'
import { cashierPolicy, renderCashier, renderError } from '../cashier/cashier-page.ts'
import { gatewayNames, languageOf } from '../cashier/cashier-text.ts'
import { faultKinds, type FaultKind, type Faults } from '../faults.ts'
import { GatewayRefusal, refundedMinor, stateOf, type GatewayPayment } from './gateway-payments.ts'
import type { DisputeEnd, Gateway, PayOptions, RefundEnd, FakeGateway } from './fake-gateway.ts'

const actions: Record<string, (fakeGateway: FakeGateway, gatewayPayment: GatewayPayment) => void> = {
  pay: (fakeGateway, gatewayPayment) => fakeGateway.pay(gatewayPayment),
  'pay-less': (fakeGateway, gatewayPayment) => fakeGateway.pay(gatewayPayment, { deltaMinor: -1 }),
  'pay-more': (fakeGateway, gatewayPayment) => fakeGateway.pay(gatewayPayment, { deltaMinor: 1 }),
  'pay-late': (fakeGateway, gatewayPayment) => fakeGateway.pay(gatewayPayment, { late: true }),
  'pay-twice': (fakeGateway, gatewayPayment) => fakeGateway.pay(gatewayPayment, { notify: 2 }),
  'pay-silent': (fakeGateway, gatewayPayment) => fakeGateway.pay(gatewayPayment, { notify: 0 }),
  decline: (fakeGateway, gatewayPayment) => fakeGateway.decline(gatewayPayment),
  cancel: (fakeGateway, gatewayPayment) => fakeGateway.close(gatewayPayment),
}
type Params = { gateway: string; txn: string; action: string }
export type Counter = { readonly fakeGateway: FakeGateway; readonly faults: Faults }
export type Counters = Readonly<Record<Gateway, Counter>>

export const cashierPath = (gateway: Gateway, gatewayPayment: GatewayPayment): string =>
  `/till/${gateway}/cashier/${gatewayPayment.txn}`
const countersOf = (counters: Counters, gateway: string): Counter | undefined =>
  Object.values(counters).find(({ fakeGateway }) => fakeGateway.gateway === gateway)

const isAt = (address: string, other: string): boolean =>
  URL.canParse(address) && URL.canParse(other) && new URL(address).origin === new URL(other).origin
/** Shop page for buyers without a return URL. That page finds the order that its browser tab was paying. */
const shopOf = ({ notifyUrl }: GatewayPayment): string =>
  URL.canParse(notifyUrl) ? new URL('/purchased', notifyUrl).href : ''

export function registerGatewayCashier(app: FastifyInstance, counters: Counters): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy': cashierPolicy(null),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
  })
  const find = ({ gateway, txn }: Params) => {
    const fakeGateway = countersOf(counters, gateway)?.fakeGateway
    const gatewayPayment = fakeGateway?.findByTxn(txn)
    return fakeGateway && gatewayPayment ? { fakeGateway, gatewayPayment } : null
  }
  app.get<{ Params: Params }>('/till/:gateway/cashier/:txn', async (request, reply) => {
    const found = find(request.params)
    const language = languageOf(request)
    reply.type('text/html; charset=utf-8')
    if (!found) return reply.code(404).send(renderError('unknown', language))
    const { fakeGateway, gatewayPayment } = found
    // WeChat Pay's page for phones gets the return URL as a parameter.
    const { redirect_url: wish = '' } = request.query as { redirect_url?: string }
    if (isAt(wish, gatewayPayment.notifyUrl)) fakeGateway.remember(gatewayPayment, { returnUrl: wish })
    const back = fakeGateway.returnUrl(gatewayPayment) || shopOf(gatewayPayment)
    reply.header('content-security-policy', cashierPolicy(back))
    const view = {
      gateway: gatewayNames[fakeGateway.gateway][language],
      subject: gatewayPayment.subject,
      number: gatewayPayment.number,
      trade: gatewayPayment.txn,
      currency: gatewayPayment.currency,
      totalMinor: gatewayPayment.totalMinor,
      until: new Date(gatewayPayment.expiresAt).toISOString().slice(0, 16).replace('T', ' ') + ' UTC',
      state: stateOf(gatewayPayment),
      refundedMinor: refundedMinor(gatewayPayment),
      path: cashierPath(fakeGateway.gateway, gatewayPayment),
    }
    return renderCashier(view, language, back)
  })
  app.post<{ Params: Params }>('/till/:gateway/cashier/:txn/:action', async (request, reply) => {
    const found = find(request.params)
    const act = actions[request.params.action]
    const language = languageOf(request)
    if (!found || !act) return reply.code(404).type('text/html; charset=utf-8').send(renderError('unknown', language))
    const { fakeGateway, gatewayPayment } = found
    const here = `${cashierPath(fakeGateway.gateway, gatewayPayment)}?lang=${language}`
    try {
      act(fakeGateway, gatewayPayment)
    } catch (error) {
      // The payment was already decided in another tab, so the page shows the result.
      if (error instanceof GatewayRefusal) return reply.redirect(here, 303)
      throw error
    }
    // Shows the payment page itself if there is no return URL, as on a phone that scanned a code.
    return reply.redirect(fakeGateway.returnUrl(gatewayPayment) || here, 303)
  })
}

type FaultInput = { method?: string; kind?: FaultKind; times?: number; ms?: number }
type BillInput = PayOptions & { number?: string; amountMinor?: number; end?: DisputeEnd | RefundEnd }
type At = { Params: { gateway: string; number: string; id: string } }

/** JSON API of the simulator for tests and manual use. It accepts every caller, so bind it to this machine only. */
export function registerGatewaySwitchboard(app: FastifyInstance, counters: Counters): void {
  app.setErrorHandler((error, _request, reply) =>
    reply
      .code(error instanceof GatewayRefusal ? 409 : 400)
      .send({ error: error instanceof Error ? error.message : 'failed' }),
  )
  const counterOf = ({ gateway }: { gateway: string }): Counter => {
    const counter = countersOf(counters, gateway)
    if (!counter) throw new GatewayRefusal('unknown')
    return counter
  }
  /** Registers a POST route that does something to one payment and answers with that payment. */
  const onPayment = (
    path: string,
    act: (fakeGateway: FakeGateway, gatewayPayment: GatewayPayment, body: BillInput, params: At['Params']) => unknown,
  ) =>
    app.post<At & { Body: BillInput | undefined }>(
      `/switchboard/:gateway/bills/:number/${path}`,
      async ({ params, body }) => {
        const { fakeGateway } = counterOf(params)
        const gatewayPayment = fakeGateway.get(params.number)
        act(fakeGateway, gatewayPayment, body ?? {}, params)
        return gatewayPayment
      },
    )
  app.get<At>('/switchboard/:gateway/bills', async ({ params }) => counterOf(params).fakeGateway.gatewayPayments)
  app.get<At>('/switchboard/:gateway/bills/:number', async ({ params }) =>
    counterOf(params).fakeGateway.get(params.number),
  )
  onPayment('pay', (fakeGateway, gatewayPayment, body) => fakeGateway.pay(gatewayPayment, body))
  onPayment('close', (fakeGateway, gatewayPayment) => fakeGateway.close(gatewayPayment))
  onPayment('dispute', (fakeGateway, gatewayPayment, { amountMinor }) =>
    fakeGateway.dispute(gatewayPayment, amountMinor),
  )
  onPayment('dispute/close', (fakeGateway, gatewayPayment, { end }) =>
    fakeGateway.closeDispute(gatewayPayment, end as DisputeEnd),
  )
  // Makes a refund as in the provider's back office, without the shop's knowledge.
  onPayment('refund', (fakeGateway, gatewayPayment, { number = '', amountMinor = 0 }) =>
    fakeGateway.refund(gatewayPayment, number, amountMinor),
  )
  onPayment('refunds/:id', (fakeGateway, gatewayPayment, { end }, { id }) =>
    fakeGateway.settleRefund(gatewayPayment, id, end as RefundEnd),
  )
  app.post<At & { Body: { hold: boolean } }>('/switchboard/:gateway/refunds', async ({ params, body }) => {
    counterOf(params).fakeGateway.holdRefunds(body.hold)
    return body
  })

  app.get<At>('/switchboard/:gateway/notifications', async ({ params }) => counterOf(params).fakeGateway.notices)
  app.post<At & { Body: { drop: boolean } }>('/switchboard/:gateway/notifications', async ({ params, body }) => {
    counterOf(params).fakeGateway.dropNotifications(body.drop)
    return body
  })
  app.post<At & { Body: { times?: number } | undefined }>(
    '/switchboard/:gateway/notifications/:id/replay',
    async ({ params, body }) => {
      const { fakeGateway } = counterOf(params)
      const notice = fakeGateway.notices[Number(params.id)]
      if (!notice) throw new GatewayRefusal('unknown')
      return fakeGateway.replay(notice, body?.times ?? 1)
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
    const { fakeGateway } = counterOf(params)
    fakeGateway.advanceClock(body.advanceMs)
    return { now: fakeGateway.now }
  })
}
