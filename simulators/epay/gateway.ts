import { randomInt } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fromYuan, toBeijing, toYuan } from '../alipay/wire.ts'
import { renderError } from '../cashier/cashier-page.ts'
import { gatewayNames, languageOf } from '../cashier/cashier-text.ts'
import { inLayout } from '../fake-gateway/fake-gateway.ts'
import {
  GatewayRefusal,
  refundedMinor,
  stateOf,
  type GatewayPayment,
  type Reason,
} from '../fake-gateway/gateway-payments.ts'
import { cashierPath, type Counter } from '../fake-gateway/gateway-pages.ts'
import { strangersKey, withFaults } from '../fake-gateway/misbehave.ts'
import { isMd5Signed, isRsaSigned, signRsa, type EpayKeys, type EpayParams } from './signing.ts'
import { epayOrder, epayPid, isRsa, type EpayManners, type EpayName } from './wire.ts'

/**
 * Answer to a call. `isSigned`: true if version 2 signs it: results, and refusals because of the order's state, but no
 * other errors. Version 1 signs no answers.
 */
type Answer = { readonly body: Record<string, unknown>; readonly isSigned: boolean }

const windowMs = 30 * 60_000
const skewSeconds = 300
const maxLimit = 50

/** Refusals in the words of the public EPay gateways. */
const words: Record<Reason, string> = {
  unknown: '订单号不存在',
  paid: '该订单已完成支付，请勿重复发起支付',
  closed: '该订单已关闭',
  not_paid: '该订单状态不支持退款！',
  too_much: '退款金额不能超过该订单剩余可退款金额！',
  other_content: '该订单支付参数有变化，请更换订单号重新发起支付',
}
const thrown = (msg: string, code = -1): Answer => ({ body: { code, msg }, isSigned: false })
const failed = (msg: string): Answer => ({ body: { code: -1, msg }, isSigned: true })
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))

/**
 * Characters that PHP's htmlspecialchars replaces. The public gateways apply it and addslashes to a name before they
 * store and sign it.
 */
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' }
const escape = (text: string): string =>
  text.replaceAll(/[\\'"]/g, String.raw`\$&`).replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')

/**
 * Simulates one EPay gateway below a path with its name: version 1 with `submit.php`, `mapi.php` and `api.php`, or
 * version 2 with `api/…`.
 */
export function registerEpay(
  app: FastifyInstance,
  name: EpayName,
  { counter: { fakeGateway, faults }, keys, manners }: { counter: Counter; keys: EpayKeys; manners: EpayManners },
): void {
  const ok = isRsa(name) ? 0 : 1

  /** Returns why a request does not come from the merchant, or null if it does. */
  function refusalOf(params: EpayParams): string | null {
    if (params.pid !== epayPid[name]) return '商户不存在！'
    if (!isRsa(name)) return isMd5Signed(params, keys.key) ? null : 'MD5签名校验失败'
    if (Math.abs(fakeGateway.now / 1_000 - Number(params.timestamp)) > skewSeconds)
      return '时间戳字段不正确，请检查服务器时间'
    return isRsaSigned(params, keys.merchantPublicPem) ? null : 'RSA签名校验失败'
  }

  function open(params: EpayParams): GatewayPayment {
    const {
      out_trade_no: number = '',
      type = '',
      money,
      notify_url: notifyUrl = '',
      return_url: returnUrl = '',
    } = params
    const totalMinor = fromYuan(money)
    if (!/^[\w.|-]+$/.test(number) || !totalMinor || notifyUrl === '') throw new GatewayRefusal('other_content')
    const known = fakeGateway.find(number)
    const subject = escape(params.name ?? '')
    if (!known)
      return fakeGateway.open({
        number,
        subject,
        currency: 'CNY',
        totalMinor,
        notifyUrl,
        returnUrl,
        expiresAt: fakeGateway.now + windowMs,
        extra: { type },
      })
    if (stateOf(known) === 'paid') throw new GatewayRefusal('paid')
    const isSame = known.totalMinor === totalMinor && known.subject === subject && known.extra.type === type
    if (!isSame && !manners.answersOldOrder) throw new GatewayRefusal('other_content')
    return known
  }

  /**
   * How the buyer can pay, in the answer to a new order. Version 2 names the kind; version 1 has a separate field for
   * each kind.
   */
  function openingOf(order: GatewayPayment, host: string, device: string | undefined): Record<string, string> {
    const path = cashierPath(name, order)
    const by = device === 'mobile' && manners.opensBy === 'code' ? 'address' : manners.opensBy
    const [kind, field, info] = {
      code: ['qrcode', 'qrcode', `http://${host}${path}`],
      address: ['jump', 'payurl', `http://${host}${path}`],
      path: ['jump', 'payurl', path],
      app: ['urlscheme', 'urlscheme', `weixin://dl/business/?t=${order.txn}`],
      form: ['html', 'html', `<form action="http://${host}${path}"></form>`],
    }[by] as [string, string, string]
    return isRsa(name) ? { pay_type: kind, pay_info: info } : { [field]: info }
  }

  function serve(
    call: string,
    request: FastifyRequest,
    reply: FastifyReply,
    perform: (params: EpayParams) => Answer,
  ): Promise<FastifyReply> {
    return withFaults(
      faults,
      call,
      { request, reply },
      {
        perform: () => perform({ ...(request.query as EpayParams), ...(request.body as EpayParams | undefined) }),
        refuse: (reason) => thrown(words[reason]),
        quota: () => thrown('访问过于频繁，请稍后再试', -2),
        systemError: () => thrown('创建订单失败，请返回重试！'),
        answer({ body, isSigned }, wrong) {
          const stated = wrong === 'another' ? { ...body, out_trade_no: '01JCANOTHERTRADE0000000000' } : body
          if (!isRsa(name) || !isSigned || wrong === 'unsigned') return reply.send(stated)
          const timed = { ...stated, timestamp: String(Math.floor(fakeGateway.now / 1_000)) }
          const scalars = Object.entries(timed).flatMap(([field, value]) =>
            typeof value === 'object' ? [] : [[field, textOf(value)] as const],
          )
          const key = wrong === 'forged' ? strangersKey() : keys.providerPrivatePem
          const { sign, sign_type: signType } = signRsa(Object.fromEntries(scalars), key)
          return reply.send({ ...timed, sign, sign_type: signType })
        },
      },
    )
  }

  const create = (request: FastifyRequest, reply: FastifyReply) =>
    serve('create', request, reply, (params) => {
      const refusal = refusalOf(params)
      if (refusal) return thrown(refusal, -3)
      if (!params.clientip) return thrown('用户IP地址(clientip)不能为空')
      const order = open(params)
      return {
        body: { code: ok, trade_no: order.txn, ...openingOf(order, request.host, params.device) },
        isSigned: true,
      }
    })

  const submit = async (request: FastifyRequest, reply: FastifyReply) => {
    const params = { ...(request.query as EpayParams), ...(request.body as EpayParams | undefined) }
    const refuse = (reason: string) =>
      reply
        .code(400)
        .type('text/html; charset=utf-8')
        .send(renderError(reason, languageOf(request), gatewayNames[name]))
    const refusal = refusalOf(params)
    if (refusal) return refuse(refusal)
    try {
      return await reply.redirect(cashierPath(name, open(params)), 302)
    } catch (error) {
      if (error instanceof GatewayRefusal) return refuse(words[error.reason])
      throw error
    }
  }

  /**
   * Finds a refund by its number. Public gateways store a refund only once it is done, so one in progress is not found.
   */
  const refundOf = (order: GatewayPayment, number: string) => {
    const refund = order.refunds.find((known) => known.number === number)
    return refund && refund.state !== 'pending' ? refund : undefined
  }

  if (!isRsa(name)) {
    const isMerchant = ({ pid, key }: EpayParams): boolean => pid === epayPid[name] && key === keys.key
    app.route({ method: ['GET', 'POST'], url: `/${name}/submit.php`, handler: submit })
    app.post(`/${name}/mapi.php`, create)
    app.get(`/${name}/api.php`, (request, reply) =>
      serve('query', request, reply, (params) => {
        if (!isMerchant(params)) return thrown('商户密钥错误', -3)
        if (params.act !== 'order') return thrown('No Act!', -5)
        const order = fakeGateway.get(params.out_trade_no ?? '')
        return { body: { code: 1, msg: 'succ', ...epayOrder(name, order, manners) }, isSigned: false }
      }),
    )
    app.post(`/${name}/api.php`, (request, reply) =>
      serve('refund', request, reply, (params) => {
        if (!isMerchant(params)) return thrown('商户密钥错误', -3)
        if (manners.refusesRefunds) return thrown('商户未开启订单退款API接口', -2)
        const order = fakeGateway.findByTxn(params.trade_no ?? '')
        if (!order) return thrown('当前订单不存在！')
        if (order.paidAt === null || refundedMinor(order) > 0) return thrown('只支持退款已支付状态的订单')
        const { refund } = fakeGateway.refund(order, `R${randomInt(1e9)}`, fromYuan(params.money) ?? 0)
        if (refund.state === 'pending') return thrown('退款失败：上游处理中')
        return { body: { code: 1, msg: '退款成功', money: params.money }, isSigned: false }
      }),
    )
    return
  }

  app.route({ method: ['GET', 'POST'], url: `/${name}/api/pay/submit`, handler: submit })
  app.post(`/${name}/api/pay/create`, create)
  const onCall = (path: string, call: string, perform: (params: EpayParams) => Answer) =>
    app.post(`/${name}/api/${path}`, (request, reply) =>
      serve(call, request, reply, (params) => {
        const refusal = refusalOf(params)
        return refusal ? thrown(refusal, -3) : perform(params)
      }),
    )
  const success = (body: Record<string, unknown>): Answer => ({ body: { code: 0, ...body }, isSigned: true })

  onCall('pay/query', 'query', ({ out_trade_no: number = '' }) =>
    success(epayOrder(name, fakeGateway.get(number), manners)),
  )
  onCall('pay/close', 'close', ({ out_trade_no: number = '' }) => {
    const order = fakeGateway.find(number)
    if (!order) return thrown('当前订单不存在！')
    if (stateOf(order) !== 'open') return failed('该订单状态不支持关闭！')
    fakeGateway.close(order)
    return success({ msg: '订单关闭成功' })
  })
  onCall('pay/refund', 'refund', ({ trade_no: txn = '', out_refund_no: number = '', money }) => {
    if (manners.refusesRefunds) return thrown('管理员未开启商户后台自助退款')
    const order = fakeGateway.findByTxn(txn)
    if (!order) return thrown('当前订单不存在！')
    const { refund } = fakeGateway.refund(order, number, fromYuan(money) ?? 0)
    if (refund.state === 'pending') return failed('退款失败：上游处理中')
    const { amountMinor } = refund
    const stated = { refund_no: refund.txn, out_refund_no: number, trade_no: txn, uid: Number(epayPid[name]) }
    return success({ ...stated, money: toYuan(amountMinor), reducemoney: toYuan(amountMinor), msg: '退款成功' })
  })
  onCall('pay/refundquery', 'refund-query', ({ out_refund_no: number = '' }) => {
    if (manners.refusesRefunds) return thrown('管理员未开启商户后台自助退款')
    const order = fakeGateway.findByRefund(number)
    const refund = order && refundOf(order, number)
    if (!order || !refund) return thrown('退款记录不存在')
    const { txn, amountMinor, state, at } = refund
    const stated = { refund_no: txn, out_refund_no: number, trade_no: order.txn, out_trade_no: order.number }
    const sums = { money: toYuan(amountMinor), reducemoney: toYuan(amountMinor) }
    return success({ ...stated, ...sums, status: state === 'failed' ? 0 : 1, addtime: toBeijing(at) })
  })
  onCall('merchant/orders', 'orders', ({ offset = '0', limit = '10', status }) => {
    const own = fakeGateway.gatewayPayments
      .toSorted((one, other) => other.createdAt - one.createdAt)
      .map((order) => epayOrder(name, order, manners))
    const rows = [...own, ...fakeGateway.foreignLines.map((line) => JSON.parse(line) as Record<string, unknown>)]
    // With a filter by state, lists unpaid orders instead. The public gateways do so too, because they look for the
    // filter in the wrong part of the request.
    const listed = status === undefined ? rows : rows.filter((row) => row.status === 0)
    const from = Number(offset)
    return success({
      data: inLayout(listed, fakeGateway.layout).slice(from, from + Math.min(maxLimit, Number(limit))),
    })
  })
}
