import { generateKeyPairSync } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Bank } from './bank.ts'
import { renderError } from '../cashier/cashier-page.ts'
import { languageOf } from '../cashier/cashier-text.ts'
import type { Fault, Faults } from '../faults.ts'
import { alipayRefund, alipayRefundState, alipayTrade } from './answers.ts'
import { isSignedBy, signText, type Params } from './signing.ts'
import { tradeBill } from './trade-bill.ts'
import { TradeError } from './trades.ts'
import { fromBeijing, fromYuan, merchant, toBeijing } from './wire.ts'

export type Keys = { readonly merchantPublicPem: string; readonly providerPrivatePem: string }
type Gateway = { bank: Bank; faults: Faults; keys: Keys }
type Biz = Partial<Record<string, string>>
type Answer = Record<string, unknown>

const timestampSkewMs = 15 * 60_000

/** `gateway.do`: the one address of all of Alipay's calls. The method is a parameter, and so is the signature. */
export function registerGateway(app: FastifyInstance, gateway: Gateway): void {
  app.route({
    method: ['GET', 'POST'],
    url: '/alipay/gateway.do',
    handler: async (request, reply) => {
      const params = { ...(request.query as Params), ...(request.body as Params | undefined) }
      const refusal = checkRequest(params, gateway.keys)
      const method = params.method ?? ''
      if (method === 'alipay.trade.wap.pay') return openCashier(gateway, params, refusal, request, reply)
      return answerCall(gateway, { method, params, refusal }, request, reply)
    },
  })
  // Whoever has the address gets the file: it carries no signature, and the asking for it none either.
  app.get<{ Querystring: { bizDates?: string } }>('/alipay/downloadBillFile.resource', async (request, reply) => {
    const bill = tradeBill(gateway.bank.trades, request.query.bizDates ?? '')
    return bill ? reply.type('application/zip').send(bill) : reply.code(404).send()
  })
}

/** Null, or why the request is not the merchant's. */
function checkRequest(params: Params, keys: Keys): string | null {
  if (params.app_id !== merchant.appId) return 'isv.invalid-app-id'
  if (!isSignedBy(params, keys.merchantPublicPem)) return 'isv.invalid-signature'
  // A merchant that sends its own local time instead of Beijing's is refused, as in earnest.
  if (!(Math.abs(Date.now() - fromBeijing(params.timestamp)) <= timestampSkewMs)) return 'isv.invalid-timestamp'
  return null
}

const bizOf = (params: Params): Biz => JSON.parse(params.biz_content ?? '{}') as Biz

async function openCashier(
  gateway: Gateway,
  params: Params,
  refusal: string | null,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const fail = (reason: string) =>
    reply
      .code(400)
      .type('text/html; charset=utf-8')
      .send(renderError(reason, languageOf(request)))
  if (refusal) return fail(refusal)
  try {
    const trade = gateway.bank.open(draftOf(gateway.bank, params))
    return reply.redirect(`/alipay/cashier/${trade.tradeNo}`, 303)
  } catch (error) {
    if (error instanceof TradeError) return fail(error.message)
    throw error
  }
}

/** What a trade is asked to be. */
function draftOf(bank: Bank, params: Params): Parameters<Bank['open']>[0] {
  const { out_trade_no: outTradeNo, total_amount: total, subject = '', time_expire: timeExpire } = bizOf(params)
  const totalMinor = fromYuan(total)
  if (!outTradeNo || totalMinor === null) throw new TradeError('isv.invalid-parameter')
  const expiresAt = timeExpire ? fromBeijing(timeExpire) : bank.now + 15 * 86_400_000
  const { notify_url: notifyUrl = '', return_url: returnUrl = '' } = params
  return { outTradeNo, subject, totalMinor, notifyUrl, returnUrl, expiresAt }
}

type Call = { method: string; params: Params; refusal: string | null }

async function answerCall(
  gateway: Gateway,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const fault = gateway.faults.take(call.method)
  if (fault?.kind === 'delay') await sleep(fault.ms)
  if (fault?.kind === 'status500') return reply.code(500).send('fault')
  if (fault?.kind === 'reset' || fault?.kind === 'timeout') return abandon(request, reply, fault)
  const answer =
    fault?.kind === 'refused'
      ? failure('40005', 'aop.app-call-limited')
      : call.refusal
        ? failure('40002', call.refusal)
        : perform(gateway.bank, call, request.host)
  if (fault?.kind === 'lost') return abandon(request, reply, fault)
  const body = JSON.stringify(
    fault?.kind === 'another' ? { ...answer, out_trade_no: '01JCANOTHERTRADE0000000000' } : answer,
  )
  const key = fault?.kind === 'forged' ? forgersKey() : gateway.keys.providerPrivatePem
  const sign = fault?.kind === 'unsigned' ? '' : `,"sign":"${signText(body, key)}"`
  return reply.type('text/html; charset=utf-8').send(`{"${call.method.replaceAll('.', '_')}_response":${body}${sign}}`)
}

/** `timeout` leaves the caller waiting; everything else cuts the line. */
function abandon(request: FastifyRequest, reply: FastifyReply, fault: Fault): FastifyReply {
  reply.hijack()
  if (fault.kind !== 'timeout') request.raw.socket.destroy()
  return reply
}

const forgersKey = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
const success = (answer: Answer): Answer => ({ code: '10000', msg: 'Success', ...answer })
const failure = (code: string, subCode: string): Answer => ({
  code,
  msg: 'Business Failed',
  sub_code: subCode,
  sub_msg: subCode,
})

function perform(bank: Bank, { method, params }: Call, host: string): Answer {
  const biz = bizOf(params)
  const call = calls[method]
  const hosted = hostedCalls[method]
  if (!call && !hosted) return failure('40002', 'isv.invalid-method')
  try {
    if (!call) return success(hosted?.(bank, params, host) ?? {})
    return success(call(bank, biz.out_trade_no ?? '', biz))
  } catch (error) {
    if (error instanceof TradeError) return failure('40004', error.message)
    throw error
  }
}

/** The code holds an address: scanned by a phone, it opens the cashier there. */
function precreate(bank: Bank, params: Params, host: string): Answer {
  const draft = draftOf(bank, params)
  return { out_trade_no: draft.outTradeNo, qr_code: `http://${host}/alipay/qr/${bank.precreate(draft)}` }
}

/** The bill of a day that is over in earnest; here of the running one too. Its file is at an address of ours. */
function billAddress(bank: Bank, params: Params, host: string): Answer {
  const { bill_type: type, bill_date: day = '' } = bizOf(params)
  if (type !== 'trade' || !/^\d{4}-\d\d-\d\d$/.test(day)) throw new TradeError('isv.invalid-arguments')
  if (day > toBeijing(bank.now).slice(0, 10)) throw new TradeError('isp.bill_not_exist')
  const address = `http://${host}/alipay/downloadBillFile.resource?bizType=trade&userId=${merchant.sellerId}0156&bizDates=${day}`
  if (!tradeBill(bank.trades, day)) return { bill_file_code: 'EMPTY_DATA_WITH_BILL_FILE', bill_download_url: address }
  return { bill_download_url: address }
}

const hostedCalls: Record<string, (bank: Bank, params: Params, host: string) => Answer> = {
  'alipay.trade.precreate': precreate,
  'alipay.data.dataservice.bill.downloadurl.query': billAddress,
}

const calls: Record<string, (bank: Bank, outTradeNo: string, biz: Biz) => Answer> = {
  'alipay.trade.query': (bank, outTradeNo) => alipayTrade(bank.get(outTradeNo)),
  'alipay.trade.close': (bank, outTradeNo) => {
    const trade = bank.get(outTradeNo)
    bank.close(trade)
    return { out_trade_no: trade.outTradeNo, trade_no: trade.tradeNo }
  },
  'alipay.trade.refund': (bank, outTradeNo, biz) => {
    const trade = bank.get(outTradeNo)
    const amountMinor = fromYuan(biz.refund_amount)
    if (amountMinor === null || !biz.out_request_no) throw new TradeError('ACQ.INVALID_PARAMETER')
    const isNew = bank.refund(trade, biz.out_request_no, amountMinor)
    return alipayRefund(trade, isNew && trade.refunds.at(-1)?.state === undefined)
  },
  'alipay.trade.fastpay.refund.query': (bank, outTradeNo, biz) => {
    const trade = bank.get(outTradeNo)
    const refund = trade.refunds.find(({ requestNo }) => requestNo === biz.out_request_no)
    return alipayRefundState(trade, refund, biz.query_options)
  },
}
