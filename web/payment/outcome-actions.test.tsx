import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, afterAll, describe, expect, it, test, vi } from 'vitest'
import type { OrderOutcome } from '#shared/order-outcome.ts'
import t from '#text/en/site/outcome.ts'
import type { Order } from './order.ts'
import { now, sampleOrder } from './order.test-support.ts'
import { OutcomeActions, type ActionProps } from './outcome-actions.tsx'
import { OutcomePicture } from './outcome-picture.tsx'

beforeAll(() => {
  vi.stubGlobal('location', new URL('https://shop.example/purchased'))
  vi.stubGlobal('document', { getElementById: () => ({ textContent: '{}' }) })
})
afterAll(() => vi.unstubAllGlobals())

const group = {
  groupId: 'A',
  group: { state: 'waiting', size: 3, missing: 1, unclaimed: 1, expiresAt: now + 1 },
} as const
const over = { ...group, group: { ...group.group, state: 'over' } } as const
const token = {
  state: 'short',
  symbol: 'USDT',
  decimals: 6,
  asked: '44900000',
  received: '38000000',
  arriving: '0',
  missing: '6900000',
  excess: '0',
  address: '0x7f3A',
  contract: null,
} as const

function render(outcome: OrderOutcome, change: Partial<Order> = {}, props: Partial<ActionProps> = {}): string {
  const all: ActionProps = {
    t,
    language: 'en',
    base: '',
    supportUrl: 'https://help.example',
    order: sampleOrder(change),
    outcome,
    now,
    asking: false,
    ask: () => {},
    onChanged: () => {},
    onNotPaid: () => {},
    ...props,
  }
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <OutcomeActions {...all} />
    </QueryClientProvider>,
  )
}
/** Lists the labels of links and buttons in order; an asterisk marks the primary one. */
const ways = (html: string): string[] =>
  [...html.matchAll(/<(a|button)\b([^>]*)>(.*?)<\/\1>/gs)].map(
    ([, , attributes = '', inner = '']) =>
      (/class="btn wide"/.test(attributes) ? '*' : '') +
      (/aria-label="([^"]*)"/.exec(attributes)?.[1] ?? inner.replaceAll(/<[^>]*>/g, '')),
  )

const pay = t.pay('$44.90', t.by.card)
const received = { receivedMinor: 4_490 } as const
const chain = { token, method: 'crypto' } as const
const app = `*${t.getApp}`
const link = t.copyLink

describe('actions of an order', () => {
  test.each<readonly [OrderOutcome, Partial<Order>, readonly string[]]>([
    ['elsewhere', {}, []],
    ['elsewhere-wait', {}, []],
    ['elsewhere-other', {}, []],
    ['open', {}, [`*${pay}`, t.cancel, t.askAgain]],
    ['declined', {}, [`*${pay}`, t.cancel]],
    ['back', {}, [`*${pay}`, t.cancel]],
    ['checking', {}, [t.notPaid]],
    ['checking', { payableUntil: now }, [t.askAgain]],
    ['slow', {}, [`*${t.askAgain}`, pay, t.cancel, t.support]],
    ['c-seen', chain, [t.askAgain]],
    ['c-short', chain, [t.copyAddress, t.copyRest, t.askAgain, t.tooLittle]],
    ['free', {}, [app, t.connect]],
    ['late', {}, [app, t.connect, t.receipt]],
    ['paid', {}, [app, t.connect, t.receipt]],
    ['paid', received, [app, t.connect, t.receipt, t.askRefund]],
    ['paid', { ...received, refundedMinor: 4_490 }, [app, t.connect, t.receipt]],
    ['late', received, [app, t.connect, t.receipt, t.askRefund]],
    ['group-full', { ...group, ...received }, [app, t.connect, t.receipt, t.group, t.askRefund]],
    ['c-over', chain, [`*${t.giveAddress}`, t.getApp, t.connect, t.receipt]],
    ['group-wait', group, [link, t.group]],
    ['group-full', group, [app, t.connect, t.receipt, t.group]],
    ['group-treat', group, [link, t.getApp, t.connect, t.group]],
    ['group-back', over, [`*${t.newGroup}`, t.alone]],
    ['group-seat', group, [`*${t.group}`, t.newGroup]],
    ['group-seat', over, [`*${t.newGroup}`, t.group]],
    ['expired', {}, [`*${t.payAgain}`, t.askAgain]],
    ['cancelled', {}, [`*${t.payAgain}`]],
    ['c-late', chain, [t.support]],
    ['review', {}, [t.support]],
    ['dispute', {}, [t.support]],
    ['refund-failed', {}, [t.support, t.receipt]],
    ['partly-refunding', {}, [`*${t.receipt}`]],
    ['refunding', {}, [`*${t.receipt}`]],
    ['partly', {}, [`*${t.receipt}`]],
    ['refunded', {}, [`*${t.plans}`, t.receipt]],
  ])('actions are ordered by likelihood with at most one emphasized: %s %o', (outcome, change, expected) => {
    expect(ways(render(outcome, change))).toEqual(expected)
  })

  it('a question about an order opens the form of the shop with the order number', () => {
    const props = { supportUrl: '/user/help' }
    expect(render('paid', received, props)).toContain('href="/user/help?about=refund&amp;order=7Q2M-K9XD"')
    expect(render('c-short', chain, props)).toContain('href="/user/help?about=short&amp;order=7Q2M-K9XD"')
  })

  it('the own form is preferred to an external help desk, for a return address and for questions', () => {
    vi.stubGlobal('document', { getElementById: () => ({ textContent: '{"supportInbox":true}' }) })
    expect(ways(render('c-over', chain))).toEqual([t.getApp, t.connect, t.receipt])
    expect(render('review')).toContain('href="/user/help?about=order&amp;order=7Q2M-K9XD"')
    expect(render('review')).not.toContain('target="_blank"')
    vi.stubGlobal('document', { getElementById: () => ({ textContent: '{}' }) })
    expect(render('review')).toContain('href="https://help.example" target="_blank"')
  })

  it('no support link is offered if none is configured, and the app link takes its place', () => {
    expect(ways(render('c-over', chain, { supportUrl: null }))).toEqual([app, t.connect, t.receipt])
    expect(ways(render('review', {}, { supportUrl: null }))).toEqual([])
    expect(ways(render('paid', received, { supportUrl: null }))).toEqual([app, t.connect, t.receipt])
    expect(ways(render('c-short', chain, { supportUrl: null }))).not.toContain(t.tooLittle)
  })
})

it('orders with the same kind of outcome share a picture', () => {
  const alike = new Map<string, string[]>()
  for (const outcome of Object.keys(t.words) as OrderOutcome[]) {
    const picture = renderToStaticMarkup(<OutcomePicture outcome={outcome} />)
    alike.set(picture, [...(alike.get(picture) ?? []), outcome].toSorted())
  }
  expect([...alike.values()].toSorted()).toEqual(
    [
      ['c-over', 'elsewhere', 'free', 'group-full', 'late', 'paid'],
      ['c-seen', 'c-short', 'checking', 'elsewhere-wait', 'open', 'slow'],
      ['group-treat', 'group-wait'],
      ['back', 'cancelled', 'declined', 'expired', 'group-seat'],
      ['c-late', 'dispute', 'elsewhere-other', 'refund-failed', 'review'],
      ['group-back', 'partly', 'partly-refunding', 'refunded', 'refunding'],
    ].toSorted(),
  )
})
