import { actionNames, operatorActions, type ActionInput, type ActionName } from '#shared/contract/operator.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import { carryOut } from '#server/operator/carry-out.ts'
import { handlers } from '#server/operator/handlers.ts'
import type { PlainHandler } from '#server/operator/handler.ts'
import { Refused } from '#server/platform/act.ts'
import { ada, ben } from '#tests/support/operators.ts'
import type { Bound, Case } from './judge.ts'
import { inTurn, type Shop } from './shop.ts'

type Input = Readonly<Record<string, unknown>>
type MakeInput = (shop: Shop, round: number) => Input
const of =
  <N extends ActionName>(_name: N, make: (shop: Shop, round: number) => ActionInput<N>): MakeInput =>
  (shop, round) =>
    make(shop, round) as Input

const personOf = (shop: Shop, round: number) => String(inTurn(shop.people, round).uid)
const affiliateOf = (shop: Shop) => String(inTurn(shop.affiliates, 0).uid)
const orderOf = (shop: Shop, round: number) => inTurn(shop.paid, round).number
const buyerOf = (shop: Shop, round: number) => String(inTurn(shop.paid, round).uid)
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const reason = 'measured'

/**
 * Additional inputs for actions whose query plan depends on the input. All other actions run with their required input
 * only.
 */
const asked: { readonly [N in ActionName]?: Readonly<Record<string, MakeInput>> } = {
  'search.find': {
    'an order': of('search.find', (shop, round) => ({ query: orderOf(shop, round) })),
    'an order by its id': of('search.find', (shop, round) => ({ query: inTurn(shop.paid, round).id })),
    'a person by number': of('search.find', (shop, round) => ({ query: personOf(shop, round) })),
    'an address': of('search.find', (shop, round) => ({ query: `large.${inTurn(shop.people, round).n}@example.com` })),
    'how a name begins': of('search.find', (shop, round) => ({
      query: `large.${inTurn(shop.people, round).n}`.slice(0, 8),
    })),
    'how all names begin': of('search.find', () => ({ query: 'lar' })),
    'how a phone ends': of('search.find', (shop, round) => ({
      query: String((inTurn(shop.people, round).n * 7919) % 10_000).padStart(4, '0'),
    })),
    'an attempt': of('search.find', (shop, round) => ({ query: inTurn(shop.paid, round).attempt })),
    'nothing there is': of('search.find', (_shop, round) => ({ query: `nothing-${round}-here` })),
  },
  'search.preview': {
    'an order': of('search.preview', (shop, round) => ({ kind: 'order', id: orderOf(shop, round) })),
    'a buyer': of('search.preview', (shop, round) => ({ kind: 'person', id: buyerOf(shop, round) })),
  },
  'people.show': {
    'a person': of('people.show', (shop, round) => ({ user: personOf(shop, round) })),
    'a buyer': of('people.show', (shop, round) => ({ user: buyerOf(shop, round) })),
    'who brought most': of('people.show', (shop) => ({ user: affiliateOf(shop) })),
  },
  'people.list': {
    all: of('people.list', () => ({})),
    'ends first': of('people.list', () => ({ sort: 'ending' })),
    'end within a week': of('people.list', () => ({ endsWithin: 7 })),
    blocked: of('people.list', () => ({ blocked: 'yes' })),
    'a plan that no one bought': of('people.list', () => ({ plan: 'no-such-plan' })),
    'never paid': of('people.list', () => ({ paid: 'no' })),
  },
  'people.find': {
    'by address': of('people.find', (shop, round) => ({ query: `large.${inTurn(shop.people, round).n}@example.com` })),
  },
  'orders.show': { paid: of('orders.show', (shop, round) => ({ order: orderOf(shop, round) })) },
  'orders.find': {
    'of a buyer': of('orders.find', (shop, round) => ({ query: buyerOf(shop, round) })),
    'by number': of('orders.find', (shop, round) => ({ query: orderOf(shop, round) })),
  },
  'orders.list': {
    all: of('orders.list', () => ({})),
    'one status': of('orders.list', () => ({ status: 'partially_refunded' })),
    'a rare status': of('orders.list', () => ({ status: 'awaiting_payment' })),
    'one method': of('orders.list', () => ({ method: 'unionpay' })),
    'one plan': of('orders.list', () => ({ plan: 'plan-24' })),
    'a method that no one used': of('orders.list', () => ({ method: 'crypto' })),
    'of all times': of('orders.list', () => ({ from: day(1_200), method: 'unionpay', status: 'partially_refunded' })),
    'of all times, a method that no one used': of('orders.list', () => ({ from: day(1_200), method: 'crypto' })),
    'until a year ago': of('orders.list', () => ({ from: day(1_200), until: day(365) })),
  },
  'messages.show': { 'of a person': of('messages.show', (shop, round) => ({ user: personOf(shop, round) })) },
  'segments.count': {
    everyone: of('segments.count', () => ({})),
    members: of('segments.count', () => ({ membership: 'active' })),
    'ended within a month': of('segments.count', () => ({ membership: 'active', endsWithin: 30 })),
    'who never paid': of('segments.count', () => ({ paid: 'no', spokenIn: 'en' })),
    'who was not seen': of('segments.count', () => ({ notSeenWithin: 300 })),
    'of a plan': of('segments.count', () => ({ plan: 'plan-24', byAffiliate: 'yes' })),
  },
  'payers.list': {
    all: of('payers.list', () => ({})),
    'of a person': of('payers.list', (shop, round) => ({ user: buyerOf(shop, round) })),
  },
  'affiliates.show': { 'who brought most': of('affiliates.show', (shop) => ({ user: affiliateOf(shop) })) },
  'commissions.list': {
    'who brought most': of('commissions.list', (shop) => ({ user: affiliateOf(shop) })),
    'held, who brought most': of('commissions.list', (shop) => ({ user: affiliateOf(shop), state: 'held' })),
    'paid, who brought most': of('commissions.list', (shop) => ({ user: affiliateOf(shop), state: 'paid' })),
    'in review, who brought most': of('commissions.list', (shop) => ({ user: affiliateOf(shop), state: 'review' })),
  },
  'tunnels.show': { 'a buyer': of('tunnels.show', (shop, round) => ({ user: buyerOf(shop, round) })) },
  'audit.list': {
    all: of('audit.list', () => ({})),
    'of no one': of('audit.list', () => ({ operator: 'no one' })),
    'a subject': of('audit.list', (shop, round) => ({ subject: `order ${orderOf(shop, round)}` })),
  },
  'figures.days': {
    'a month': of('figures.days', () => ({ days: 30 })),
    'a year': of('figures.days', () => ({ days: 365 })),
  },
  'people.give-time': {
    'a buyer': of('people.give-time', (shop, round) => ({ user: buyerOf(shop, round), days: 3, reason })),
  },
  'people.block': {
    'a buyer': of('people.block', (shop, round) => ({ user: buyerOf(shop, round), toldReason: reason, reason })),
  },
  'people.end-sessions': {
    'a person': of('people.end-sessions', (shop, round) => ({ user: personOf(shop, round), reason })),
  },
  'people.export-data': {
    'a buyer': of('people.export-data', (shop, round) => ({ user: buyerOf(shop, round), reason })),
    'who brought most': of('people.export-data', (shop) => ({ user: affiliateOf(shop), reason })),
  },
  'people.erase': {
    'a buyer': of('people.erase', (shop, round) => ({ user: buyerOf(shop, round), reason })),
    'who brought most': of('people.erase', (shop) => ({ user: affiliateOf(shop), reason })),
  },
  'people.note': { 'a person': of('people.note', (shop, round) => ({ user: personOf(shop, round), text: 'x' })) },
  'people.change-address': {
    'a person': of('people.change-address', (shop, round) => ({
      user: personOf(shop, round),
      kind: 'email',
      address: `moved.${round}@example.com`,
      reason,
    })),
  },
  'orders.refund': {
    'a paid one': of('orders.refund', (shop, round) => ({ order: orderOf(shop, round), all: true, reason })),
  },
  'refunds.ask': {
    'a paid one': of('refunds.ask', (shop, round) => ({
      order: orderOf(shop, round),
      amount: '1',
      reason,
    })),
  },
  'refunds.batch': {
    'ten of them': of('refunds.batch', (shop) => ({
      orders: shop.paid.slice(0, 10).map(({ number }) => number),
      reason,
    })),
  },
  'commissions.hold': {
    'of an order': of('commissions.hold', (shop, round) => ({ order: orderOf(shop, round), reason })),
  },
  'commissions.void': {
    'of an order': of('commissions.void', (shop, round) => ({ order: orderOf(shop, round), reason })),
  },
  'affiliates.suspend': {
    'who brought most': of('affiliates.suspend', (shop) => ({ user: affiliateOf(shop), reason })),
  },
  'affiliates.set-tier': {
    'who brought most': of('affiliates.set-tier', (shop) => ({ user: affiliateOf(shop), tier: 'top' })),
  },
  'referrals.correct': {
    'of a person': of('referrals.correct', (shop, round) => ({ user: personOf(shop, round), reason })),
  },
  'payouts.prepare': { 'last month': of('payouts.prepare', () => ({ period: day(31).slice(0, 7) })) },
  'payments.reconcile': { 'a day': of('payments.reconcile', () => ({ days: 1 })) },
  'promos.create': { one: of('promos.create', () => ({ code: 'MEASURED', percent: '5', note: 'x' })) },
  'promos.disable': { 'the one of all': of('promos.disable', () => ({ code: 'WELCOME10' })) },
  'redeem.create': { '600': of('redeem.create', () => ({ name: 'measured', count: 600, months: 1, devices: 1 })) },
  'segments.save': { members: of('segments.save', () => ({ name: 'measured', membership: 'active' })) },
  'exports.start': {
    people: of('exports.start', () => ({ list: 'people', personal: true })),
    orders: of('exports.start', () => ({ list: 'orders' })),
  },
  'marketing.export': { 'two days': of('marketing.export', () => ({ from: day(3), until: day(1) })) },
  'jobs.run': { 'all dead ones': of('jobs.run', () => ({ dead: 'all' })) },
  'plans.set-price': { one: of('plans.set-price', () => ({ id: 'plan-1', currency: 'CNY', price: '36' })) },
  'plans.retire': { one: of('plans.retire', () => ({ id: 'plan-1' })) },
  'methods.pause': { alipay: of('methods.pause', () => ({ method: 'alipay', reason })) },
  'settings.set': { 'days of refunds': of('settings.set', () => ({ setting: 'refundDays', value: '14', reason })) },
  'tunnels.rotate': { 'a buyer': of('tunnels.rotate', (shop, round) => ({ user: buyerOf(shop, round), reason })) },
  'messages.answer': {
    'a person': of('messages.answer', (shop, round) => ({ user: personOf(shop, round), text: 'x' })),
  },
}

const bounds: { readonly [N in ActionName]?: Bound } = {
  'segments.count': 'time',
  'segments.save': 'time',
}

const elsewhere = new Set<ActionName>(['content.preview', 'canary.draft', 'canary.sign', 'tunnels.test-provider'])

export const actionCases = (): Case[] =>
  actionNames.flatMap((name) => {
    const action: OperatorAction = operatorActions[name]
    if (elsewhere.has(name)) return []
    const needs = (action.input.required as readonly string[] | undefined) ?? []
    const ways = asked[name] ?? (needs.length === 0 && action.kind === 'read' ? { '': () => ({}) } : {})
    return Object.entries(ways).map(([how, make]): Case => ({
      kind: action.kind,
      name: how ? `${name}, ${how}` : name,
      bound: bounds[name] ?? (action.stream ? 'none' : 'ratio'),
      ready: async (shop, round) => {
        const input = make(shop, round)
        return () => ask(shop, name, input)
      },
    }))
  })

async function ask({ database, config }: Shop, name: ActionName, input: Input): Promise<string> {
  const operator = { ...(operatorActions[name].kind === 'read' ? ada : ben), role: 'owner' as const }
  const confirm = async () => ({ ok: true, value: null }) as const
  const handler = handlers[name] as unknown as PlainHandler
  try {
    const ran = await carryOut(name, handler, input, { database, config, operator, preview: true, confirm })
    return ran.ok ? 'OK' : ran.refusal.status
  } catch (error) {
    if (error instanceof Refused) return error.refusal.status
    throw error
  }
}
