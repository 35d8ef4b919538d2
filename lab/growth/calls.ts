import { randomUUID } from 'node:crypto'
import { apiPrefix } from '#shared/api-values.ts'
import type { Call, Input } from '#shared/contract/call.ts'
import { contract, type CustomerContract } from '#shared/contract/customer.ts'
import { marketingCalls } from '#shared/contract/marketing.ts'
import { demoAccounts } from '#simulators/demo/demo-catalog.ts'
import { createSeededRandom, makeValid, type Schema } from '#tests/support/contract-inputs.ts'
import { inTurn, type Shop } from './shop.ts'
import type { Case } from './judge.ts'

type Path = keyof CustomerContract
type Way = { readonly who: 'person' | 'buyer' | 'affiliate'; readonly make?: (shop: Shop, round: number) => object }
const way = <P extends Path>(
  _path: P,
  who: Way['who'],
  make?: (shop: Shop, round: number) => Input<CustomerContract[P]>,
): Way => ({ who, ...(make && { make }) })

const [demo] = demoAccounts
const password = demo?.password ?? ''
const dayOf = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const nameOf = (shop: Shop, round: number) => `large.${inTurn(shop.people, round).n}`
const orderOf = (shop: Shop, round: number) => ({ orderId: inTurn(shop.paid, round).id })
const plan = { goodsId: 'plan-12', currency: 'CNY', method: 'alipay' } as const
const agreed = true

/**
 * Calls whose cost depends on caller or input. All others are made by an ordinary user with input generated from the
 * schema.
 */
const ways: { readonly [P in Path]?: Readonly<Record<string, Way>> } = {
  '/api/user/user_register_username': {
    new: way('/api/user/user_register_username', 'person', () => ({
      accountName: `m${randomUUID().replaceAll('-', '').slice(0, 20)}`,
      password: 'correct horse 42',
      agreed,
    })),
    'brought by who brought most': way('/api/user/user_register_username', 'person', () => ({
      accountName: `m${randomUUID().replaceAll('-', '').slice(0, 20)}`,
      password: 'correct horse 42',
      inviteCode: 'L0000001',
      agreed,
    })),
  },
  '/api/user/user_login_username': {
    right: way('/api/user/user_login_username', 'person', (shop, round) => ({
      accountName: nameOf(shop, round),
      password,
      agreed,
    })),
    'no such name': way('/api/user/user_login_username', 'person', (_shop, round) => ({
      accountName: `no.one.${round}`,
      password,
      agreed,
    })),
  },
  '/api/user/user_login': {
    'by address': way('/api/user/user_login', 'person', (shop, round) => ({
      kind: 'email',
      identifier: `${nameOf(shop, round)}@example.com`,
      password,
      agreed,
    })),
  },
  '/api/user/user_send_code': {
    'to reset a password': way('/api/user/user_send_code', 'person', (shop, round) => ({
      purpose: 'reset',
      kind: 'email',
      identifier: `${nameOf(shop, round)}@example.com`,
    })),
  },
  '/api/user/user_change_password': {
    right: way('/api/user/user_change_password', 'person', () => ({ password, newPassword: password })),
  },
  '/api/user/user_set_account_name': {
    right: way('/api/user/user_set_account_name', 'person', () => ({
      accountName: `m${randomUUID().replaceAll('-', '').slice(0, 20)}`,
      password,
    })),
  },
  '/api/user/user_export_data': {
    'a buyer': way('/api/user/user_export_data', 'buyer'),
    'who brought most': way('/api/user/user_export_data', 'affiliate'),
  },
  '/api/user/user_delete_account': { right: way('/api/user/user_delete_account', 'person', () => ({ password })) },
  '/api/user/user_sign_in_history': { 'a person': way('/api/user/user_sign_in_history', 'person') },
  '/api/system/system_user_info': {
    'a buyer': way('/api/system/system_user_info', 'buyer'),
    'who brought most': way('/api/system/system_user_info', 'affiliate'),
  },
  '/api/system/system_membership': { 'a buyer': way('/api/system/system_membership', 'buyer') },
  '/api/payment/payment_shop': { 'a buyer': way('/api/payment/payment_shop', 'buyer') },
  '/api/payment/payment_preview': {
    'a buyer': way('/api/payment/payment_preview', 'buyer', () => ({ goodsId: plan.goodsId, currency: 'CNY' })),
  },
  '/api/payment/payment_purchase': {
    'a buyer': way('/api/payment/payment_purchase', 'buyer', () => ({
      ...plan,
      expectedTotalMinor: 26_800,
      idempotencyKey: randomUUID(),
    })),
  },
  '/api/payment/payment_coupon': {
    'the one of all': way('/api/payment/payment_coupon', 'person', () => ({ ...plan, code: 'WELCOME10' })),
    none: way('/api/payment/payment_coupon', 'person', (_shop, round) => ({ ...plan, code: `NONE${round}` })),
  },
  '/api/payment/payment_cancel': { 'one that is paid': way('/api/payment/payment_cancel', 'buyer', orderOf) },
  '/api/payment/payment_repay': {
    'one that is paid': way('/api/payment/payment_repay', 'buyer', (shop, round) => ({
      ...orderOf(shop, round),
      method: 'alipay',
    })),
  },
  '/api/payment/payment_state': { 'one that is paid': way('/api/payment/payment_state', 'person', orderOf) },
  '/api/payment/payment_order': {
    one: way('/api/payment/payment_order', 'buyer', orderOf),
    'all of a buyer': way('/api/payment/payment_order', 'buyer', () => ({})),
  },
  '/api/payment/payment_receipt': { 'one that is paid': way('/api/payment/payment_receipt', 'buyer', orderOf) },
  '/api/payment/payment_receipt_print': {
    'one that is paid': way('/api/payment/payment_receipt_print', 'buyer', (shop, round) => ({
      ...orderOf(shop, round),
      buyerName: '',
    })),
  },
  '/api/system/system_refer_config': {
    'a person': way('/api/system/system_refer_config', 'person'),
    'who brought most': way('/api/system/system_refer_config', 'affiliate'),
  },
  '/api/system/system_affiliate': { 'who brought most': way('/api/system/system_affiliate', 'affiliate') },
  '/api/system/system_affiliate_figures': {
    'two months by day': way('/api/system/system_affiliate_figures', 'affiliate', () => ({
      from: dayOf(60),
      to: dayOf(0),
      interval: 'day',
    })),
    'a year by month': way('/api/system/system_affiliate_figures', 'affiliate', () => ({
      from: dayOf(360),
      to: dayOf(0),
      interval: 'month',
    })),
  },
  '/api/system/system_affiliate_breakdown': Object.fromEntries(
    (['link', 'plan', 'source', 'language', 'currency'] as const).map((by) => [
      by,
      way('/api/system/system_affiliate_breakdown', 'affiliate', () => ({
        from: dayOf(60),
        to: dayOf(0),
        by: by as never,
      })),
    ]),
  ),
  '/api/system/system_affiliate_commissions': {
    all: way('/api/system/system_affiliate_commissions', 'affiliate', () => ({})),
    held: way('/api/system/system_affiliate_commissions', 'affiliate', () => ({ state: 'held' })),
    payable: way('/api/system/system_affiliate_commissions', 'affiliate', () => ({ state: 'payable' })),
    'in review': way('/api/system/system_affiliate_commissions', 'affiliate', () => ({ state: 'review' })),
    'of a month': way('/api/system/system_affiliate_commissions', 'affiliate', () => ({
      from: Date.now() - 360 * 86_400_000,
      to: Date.now() - 330 * 86_400_000,
    })),
  },
  '/api/system/system_affiliate_referrals': {
    all: way('/api/system/system_affiliate_referrals', 'affiliate', () => ({})),
    'of a month': way('/api/system/system_affiliate_referrals', 'affiliate', () => ({
      from: Date.now() - 360 * 86_400_000,
      to: Date.now() - 330 * 86_400_000,
    })),
  },
  '/api/system/system_affiliate_settlements': {
    'who brought most': way('/api/system/system_affiliate_settlements', 'affiliate', () => ({})),
  },
  '/api/system/system_affiliate_statement': {
    one: way('/api/system/system_affiliate_statement', 'affiliate', (shop, round) => ({
      id: inTurn(shop.settlements, round),
    })),
  },
  '/api/system/system_affiliate_trace': {
    one: way('/api/system/system_affiliate_trace', 'affiliate', (shop, round) => ({
      id: inTurn(shop.commissions, round),
    })),
  },
  '/api/payment/payment_joint_purchase': {
    'a buyer': way('/api/payment/payment_joint_purchase', 'buyer', () => ({
      ...plan,
      size: 2,
      paymentType: 1,
      expectedTotalMinor: 21_800,
      idempotencyKey: randomUUID(),
    })),
  },
}

const callers = {
  person: (shop: Shop, round: number) => inTurn(shop.people, round).id,
  buyer: (shop: Shop, round: number) => inTurn(shop.paid, round).buyer,
  affiliate: (shop: Shop) => inTurn(shop.affiliates, 0).id,
}

export const callCases = (): Case[] =>
  Object.entries<Call>({ ...contract, ...marketingCalls }).flatMap(([path, call]) =>
    Object.entries(ways[path as Path] ?? { '': { who: 'person' } satisfies Way }).map(
      ([how, { who, make }]: [string, Way]): Case => ({
        kind: 'call',
        bound: 'ratio',
        name: `${path.split('/').at(-1)}${how ? `, ${how}` : ''}`,
        async ready(shop, round) {
          const token = call.login ? undefined : await shop.tokenOf(callers[who](shop, round))
          const input = make?.(shop, round) ?? makeValid(call.input as Schema, createSeededRandom(round))
          const payload = { ...(input as object), ...(call.signed && { signature: shop.sign() }) }
          const url = path.startsWith('/api/') ? apiPrefix(shop.config.environment) + path : path
          const headers = { platform: 'web', language: 'en', deviceid: 'web', ...(token && { authorization: token }) }
          const remoteAddress = `10.${round % 250}.${Math.floor(round / 250) % 250}.${Math.floor(Math.random() * 250)}`
          return async () => {
            const answer = await shop.app.inject({ method: 'POST', url, headers, payload, remoteAddress })
            if (answer.statusCode >= 500) throw new Error(`${path}: ${answer.body}`)
            return answer.json<{ status: string }>().status
          }
        },
      }),
    ),
  )
