import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { renderError } from '../cashier/cashier-page.ts'
import { languageOf } from '../cashier/cashier-text.ts'
import {
  GatewayRefusal,
  stateOf,
  type GatewayPayment,
  type Draft,
  type Reason,
} from '../fake-gateway/gateway-payments.ts'
import { orRefusal, strangersKey, withFaults } from '../fake-gateway/misbehave.ts'
import type { FakeGateway } from '../fake-gateway/fake-gateway.ts'
import { cashierPath, type Counter } from '../fake-gateway/gateway-pages.ts'
import { alipayRefund, alipayRefundState, alipayTrade } from './answers.ts'
import { isSignedBy, signText, type Params } from './signing.ts'
import { report } from './settlement-report.ts'
import { fromBeijing, fromYuan, isTrade, merchant, statusOf, toBeijing } from './wire.ts'

export type AlipayKeys = { readonly merchantPublicPem: string; readonly providerPrivatePem: string }
type Biz = Partial<Record<string, string>>
type Answer = Record<string, unknown>

const timestampSkewMs = 15 * 60_000

/**
 * Registers `gateway.do`, the single URL of all Alipay calls, and the download of reports. The name of a call and its
 * signature are parameters.
 */
export function registerAlipay(app: FastifyInstance, { fakeGateway, faults }: Counter, keys: AlipayKeys): void {
  app.route({
    method: ['GET', 'POST'],
    url: '/alipay/gateway.do',
    handler: async (request, reply) => {
      const params = { ...(request.query as Params), ...(request.body as Params | undefined) }
      const refusal = checkRequest(params, keys)
      const { method = '' } = params
      if (method === 'alipay.trade.wap.pay') return openCashier(fakeGateway, { params, refusal }, request, reply)
      const call = calls[method]
      const sends = {
        perform: (): Answer =>
          refusal || !call
            ? failure('40002', refusal ?? 'isv.invalid-method')
            : call.perform(fakeGateway, { params, biz: bizOf(params), host: request.host }),
        refuse: (reason: Reason) => failure('40004', refusals[reason]),
        quota: () => failure('40005', 'aop.app-call-limited'),
        systemError: () => failure('20000', 'isp.unknow-error'),
        answer(answer: Answer, wrong: string | null) {
          const body = JSON.stringify(
            wrong === 'another' ? { ...answer, out_trade_no: '01JCANOTHERTRADE0000000000' } : answer,
          )
          const key = wrong === 'forged' ? strangersKey() : keys.providerPrivatePem
          const sign = wrong === 'unsigned' ? '' : `,"sign":"${signText(body, key)}"`
          return reply
            .type('text/html; charset=utf-8')
            .send(`{"${method.replaceAll('.', '_')}_response":${body}${sign}}`)
        },
      }
      return withFaults(faults, call?.name ?? method, { request, reply }, sends)
    },
  })
  app.get<{ Params: { code: string } }>('/alipay/qr/:code', async (request, reply) => {
    const gatewayPayment = fakeGateway.gatewayPayments.find(({ extra }) => extra.code === request.params.code)
    if (!gatewayPayment) return sendError(reply.code(404), 'ACQ.TRADE_NOT_EXIST', request)
    fakeGateway.remember(gatewayPayment, { scanned: 'yes' })
    return reply.redirect(cashierPath('alipay', gatewayPayment), 303)
  })
  // The report download has no signature; as with the real gateway, knowing the URL is enough.
  app.get<{ Querystring: { bizDates?: string } }>('/alipay/downloadBillFile.resource', async (request, reply) => {
    const file = report(fakeGateway.gatewayPayments, request.query.bizDates ?? '', fakeGateway)
    return file ? reply.type('application/zip').send(file) : reply.code(404).send()
  })
}

function checkRequest(params: Params, keys: AlipayKeys): string | null {
  if (params.app_id !== merchant.appId) return 'isv.invalid-app-id'
  if (!isSignedBy(params, keys.merchantPublicPem)) return 'isv.invalid-signature'
  // Rejects a timestamp in local time instead of Beijing time, like the real gateway.
  if (!(Math.abs(Date.now() - fromBeijing(params.timestamp)) <= timestampSkewMs)) return 'isv.invalid-timestamp'
  return null
}

const bizOf = (params: Params): Biz => JSON.parse(params.biz_content ?? '{}') as Biz
const sendError = (reply: FastifyReply, reason: string, request: FastifyRequest): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(renderError(reason, languageOf(request)))

function openCashier(
  fakeGateway: FakeGateway,
  { params, refusal }: { params: Params; refusal: string | null },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const fail = (reason: string) => sendError(reply.code(400), reason, request)
  const draft = refusal ? null : draftOf(fakeGateway, params)
  if (!draft) return fail(refusal ?? 'isv.invalid-parameter')
  return orRefusal(
    () => {
      const gatewayPayment = fakeGateway.openOnce(draft)
      fakeGateway.remember(gatewayPayment, { scanned: 'yes' })
      return reply.redirect(cashierPath('alipay', gatewayPayment), 303)
    },
    (reason) => fail(refusals[reason]),
  )
}

function draftOf(fakeGateway: FakeGateway, params: Params): Draft | null {
  const { out_trade_no: number, total_amount: total, subject = '', time_expire: timeExpire, ...biz } = bizOf(params)
  const totalMinor = fromYuan(total)
  if (!number || totalMinor === null) return null
  const expiresAt = timeExpire ? fromBeijing(timeExpire) : fakeGateway.now + 15 * 86_400_000
  const { notify_url: notifyUrl = '', return_url: returnUrl = '' } = params
  return {
    number,
    subject,
    currency: 'CNY',
    totalMinor,
    notifyUrl,
    returnUrl,
    expiresAt,
    extra: { cancelUrl: biz.quit_url ?? '' },
  }
}

const refusals: Record<Reason, string> = {
  unknown: 'ACQ.TRADE_NOT_EXIST',
  paid: 'ACQ.TRADE_STATUS_ERROR',
  closed: 'ACQ.TRADE_STATUS_ERROR',
  not_paid: 'ACQ.TRADE_STATUS_ERROR',
  too_much: 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL',
  other_content: 'ACQ.CONTEXT_INCONSISTENT',
}
const success = (answer: Answer): Answer => ({ code: '10000', msg: 'Success', ...answer })
const failure = (code: string, subCode: string): Answer => ({
  code,
  msg: 'Business Failed',
  sub_code: subCode,
  sub_msg: subCode,
})
const refuse = (subCode: string): Answer => failure('40004', subCode)

function tradeOf(fakeGateway: FakeGateway, { out_trade_no: number = '' }: Biz): GatewayPayment {
  const trade = fakeGateway.get(number)
  if (!isTrade(trade)) throw new GatewayRefusal('unknown')
  return trade
}

type Call = { readonly params: Params; readonly biz: Biz; readonly host: string }
const calls: Record<string, { readonly name: string; perform(fakeGateway: FakeGateway, call: Call): Answer }> = {
  /** The QR code contains a URL that opens the payment page on a phone. */
  'alipay.trade.precreate': {
    name: 'create',
    perform(fakeGateway, { params, host }) {
      const draft = draftOf(fakeGateway, params)
      if (!draft) return refuse('isv.invalid-parameter')
      const known = fakeGateway.find(draft.number)
      if (known && isTrade(known) && stateOf(known) !== 'open')
        return refuse(known.paidAt === null ? 'ACQ.TRADE_HAS_CLOSE' : 'ACQ.TRADE_HAS_SUCCESS')
      const code = `bax${randomUUID().replaceAll('-', '').slice(0, 24)}`
      const gatewayPayment = fakeGateway.openOnce({ ...draft, extra: { code } })
      if (gatewayPayment.extra.code === undefined) fakeGateway.remember(gatewayPayment, { code })
      return success({
        out_trade_no: gatewayPayment.number,
        qr_code: `http://${host}/alipay/qr/${gatewayPayment.extra.code ?? code}`,
      })
    },
  },
  'alipay.trade.query': {
    name: 'query',
    perform: (fakeGateway, { biz }) => success(alipayTrade(tradeOf(fakeGateway, biz))),
  },
  'alipay.trade.close': {
    name: 'close',
    perform(fakeGateway, { biz }) {
      const trade = tradeOf(fakeGateway, biz)
      fakeGateway.close(trade)
      return success({ out_trade_no: trade.number, trade_no: trade.txn })
    },
  },
  'alipay.trade.refund': {
    name: 'refund',
    perform(fakeGateway, { biz }) {
      const trade = tradeOf(fakeGateway, biz)
      const [number, amountMinor] = [biz.out_request_no, fromYuan(biz.refund_amount)]
      if (amountMinor === null || !number) return refuse('ACQ.INVALID_PARAMETER')
      const known = trade.refunds.find((refund) => refund.number === number)
      if (known && known.amountMinor !== amountMinor) return refuse('ACQ.DISCORDANT_REPEAT_REQUEST')
      if (!known && statusOf(trade) === 'TRADE_CLOSED') return refuse('ACQ.TRADE_STATUS_ERROR')
      const { refund, isNew } = fakeGateway.refund(trade, number, amountMinor)
      return success(alipayRefund(trade, isNew && refund.state === undefined))
    },
  },
  'alipay.trade.fastpay.refund.query': {
    name: 'refund-query',
    perform(fakeGateway, { biz }) {
      const trade = tradeOf(fakeGateway, biz)
      const refund = trade.refunds.find(({ number }) => number === biz.out_request_no)
      return success(alipayRefundState(trade, refund, biz.query_options))
    },
  },
  /**
   * URL of a daily report. The real gateway has reports of past days only; this one also reports the current day. The
   * file is on the simulator's own URL.
   */
  'alipay.data.dataservice.bill.downloadurl.query': {
    name: 'bill',
    perform(fakeGateway, { biz: { bill_type: type, bill_date: day = '' }, host }) {
      if (type !== 'trade' || !/^\d{4}-\d\d-\d\d$/.test(day)) return refuse('isv.invalid-arguments')
      if (day > toBeijing(fakeGateway.now).slice(0, 10)) return refuse('isp.bill_not_exist')
      const address = `http://${host}/alipay/downloadBillFile.resource?bizType=trade&userId=${merchant.sellerId}0156&bizDates=${day}`
      const isEmpty = !report(fakeGateway.gatewayPayments, day, fakeGateway)
      return success({
        ...(isEmpty && { bill_file_code: 'EMPTY_DATA_WITH_BILL_FILE' }),
        bill_download_url: address,
      })
    },
  },
}
