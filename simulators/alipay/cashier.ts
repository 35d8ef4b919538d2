import type { FastifyInstance } from 'fastify'
import type { Bank } from './bank.ts'
import { cashierPolicy, renderCashier, renderError } from '../cashier/cashier-page.ts'
import { gatewayNames, languageOf } from '../cashier/cashier-text.ts'
import { refundedMinor, TradeError, type Trade } from './trades.ts'
import { returnUrlOf, toBeijing } from './wire.ts'

const actions: Record<string, (bank: Bank, trade: Trade) => void> = {
  pay: (bank, trade) => bank.pay(trade),
  'pay-less': (bank, trade) => bank.pay(trade, { deltaMinor: -1 }),
  'pay-more': (bank, trade) => bank.pay(trade, { deltaMinor: 1 }),
  'pay-late': (bank, trade) => bank.pay(trade, { late: true }),
  'pay-twice': (bank, trade) => bank.pay(trade, { notify: 2 }),
  'pay-silent': (bank, trade) => bank.pay(trade, { notify: 0 }),
  cancel: (bank, trade) => bank.close(trade),
}

type Params = { tradeNo: string; action: string }

/** The page on which a person decides what becomes of a payment, and then returns to the shop. */
export function registerCashier(app: FastifyInstance, bank: Bank, providerPrivatePem: string): void {
  /** Where the buyer came from; empty for a phone that scanned a code. */
  const shopOf = (trade: Trade) =>
    trade.paidAt === null || trade.returnUrl === ''
      ? trade.returnUrl
      : returnUrlOf(trade, { at: bank.now, privateKeyPem: providerPrivatePem })

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy': cashierPolicy(null),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
  })
  app.get<{ Params: { code: string } }>('/alipay/qr/:code', async (request, reply) => {
    const trade = bank.scan(request.params.code)
    if (trade) return reply.redirect(`/alipay/cashier/${trade.tradeNo}`, 303)
    return reply
      .code(404)
      .type('text/html; charset=utf-8')
      .send(renderError('ACQ.TRADE_NOT_EXIST', languageOf(request)))
  })
  app.get<{ Params: Params }>('/alipay/cashier/:tradeNo', async (request, reply) => {
    const trade = bank.findByTradeNo(request.params.tradeNo)
    reply.type('text/html; charset=utf-8')
    if (!trade) return reply.code(404).send(renderError('ACQ.TRADE_NOT_EXIST', languageOf(request)))
    reply.header('content-security-policy', cashierPolicy(trade.returnUrl))
    const language = languageOf(request)
    const view = {
      gateway: gatewayNames.alipay[language],
      subject: trade.subject,
      number: trade.outTradeNo,
      trade: trade.tradeNo,
      currency: 'CNY',
      totalMinor: trade.totalMinor,
      until: `${toBeijing(trade.expiresAt)} UTC+8`,
      state: trade.status === 'WAIT_BUYER_PAY' ? 'open' : trade.paidAt === null ? 'closed' : 'paid',
      refundedMinor: refundedMinor(trade),
      path: `/alipay/cashier/${trade.tradeNo}`,
    } as const
    return renderCashier(view, language, shopOf(trade))
  })
  app.post<{ Params: Params }>('/alipay/cashier/:tradeNo/:action', async (request, reply) => {
    const trade = bank.findByTradeNo(request.params.tradeNo)
    const act = actions[request.params.action]
    if (!trade || !act)
      return reply
        .code(404)
        .type('text/html; charset=utf-8')
        .send(renderError('ACQ.TRADE_NOT_EXIST', languageOf(request)))
    const here = `/alipay/cashier/${trade.tradeNo}?lang=${languageOf(request)}`
    try {
      act(bank, trade)
    } catch (error) {
      // Decided in another tab a moment ago: the page shows what it came to.
      if (error instanceof TradeError) return reply.redirect(here, 303)
      throw error
    }
    return reply.redirect(shopOf(trade) || here, 303)
  })
}
