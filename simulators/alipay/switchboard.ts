import type { FastifyInstance } from 'fastify'
import type { Bank } from './bank.ts'
import { faultKinds, type FaultKind, type Faults } from '../faults.ts'
import { TradeError } from './trades.ts'

type Pay = { deltaMinor?: number; late?: boolean; notify?: number }
type FaultInput = { method?: string; kind?: FaultKind; times?: number; ms?: number }

/** What tests and curious people do to the gateway, as JSON over HTTP. It answers whoever reaches it: bind it to this machine only. */
export function registerSwitchboard(app: FastifyInstance, bank: Bank, faults: Faults): void {
  app.setErrorHandler((error, _request, reply) =>
    reply
      .code(error instanceof TradeError ? 409 : 400)
      .send({ error: error instanceof Error ? error.message : 'failed' }),
  )

  app.get('/switchboard/trades', async () => bank.trades)
  app.get<{ Params: { id: string } }>('/switchboard/trades/:id', async ({ params }) => bank.get(params.id))
  app.post<{ Params: { id: string }; Body: Pay | undefined }>(
    '/switchboard/trades/:id/pay',
    async ({ params, body }) => {
      const trade = bank.get(params.id)
      bank.pay(trade, body ?? {})
      return trade
    },
  )
  app.post<{ Params: { id: string } }>('/switchboard/trades/:id/close', async ({ params }) => {
    const trade = bank.get(params.id)
    bank.close(trade)
    return trade
  })
  // As an operator does in the provider's own back office, without the shop's knowledge.
  app.post<{ Params: { id: string }; Body: { amountMinor: number; requestNo: string } }>(
    '/switchboard/trades/:id/refund',
    async ({ params, body }) => {
      const trade = bank.get(params.id)
      bank.refund(trade, body.requestNo, body.amountMinor)
      return trade
    },
  )

  app.post<{ Body: { hold: boolean } }>('/switchboard/refunds', async ({ body }) => {
    bank.holdRefunds(body.hold)
    return body
  })
  app.post<{ Params: { id: string; refund: string }; Body: { end: 'done' | 'failed' } }>(
    '/switchboard/trades/:id/refunds/:refund',
    async ({ params, body: { end } }) => {
      bank.settleRefund(bank.get(params.id), params.refund, end)
      return bank.get(params.id)
    },
  )

  app.get('/switchboard/notifications', async () => bank.notices)
  app.post<{ Params: { id: string }; Body: { times?: number } | undefined }>(
    '/switchboard/notifications/:id/replay',
    async ({ params, body }) => bank.replay(params.id, body?.times ?? 1),
  )
  app.post<{ Body: { drop: boolean } }>('/switchboard/notifications', async ({ body }) => {
    bank.dropNotifications(body.drop)
    return body
  })

  app.post<{ Body: FaultInput }>('/switchboard/faults', async ({ body: { method = '*', kind, times = 1, ms = 0 } }) => {
    if (!kind || !faultKinds.includes(kind)) throw new Error(`kind must be one of ${faultKinds.join(', ')}`)
    const fault = { method, kind, times, ms }
    faults.add(fault)
    return fault
  })
  app.delete('/switchboard/faults', async () => {
    faults.clear()
    return {}
  })
  app.post<{ Body: { advanceMs: number } }>('/switchboard/clock', async ({ body }) => {
    bank.advanceClock(body.advanceMs)
    return { now: bank.now }
  })
}
