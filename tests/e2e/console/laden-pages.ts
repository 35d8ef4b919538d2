import { randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'
import { inject } from 'vitest'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import type { ActionName } from '#shared/contract/operator.ts'
import { makeHeldOrders, makePaidOrder } from '#tests/support/held-orders.ts'
import { queryProduct } from '#tests/support/query-product.ts'
import { operate, operateAs } from '../invite-steps.ts'
import { markOfLetters } from '../steps.ts'

/**
 * Page with content. `acts`: actions available there, with `only` restricted to roles that may do that one. `read`:
 * roles without this action do not see the page. `row`: the row to check in a shared list.
 */
export type Laden = {
  readonly address: string
  readonly read: ActionName
  readonly acts: readonly ActionName[]
  readonly only?: ActionName
  readonly row?: RegExp
}

const asOwner = (text: string, values: readonly unknown[]) => queryProduct(inject('e2e').dataDir, text, values)

async function orderOf(number: string) {
  const { rows } = await asOwner(
    `select o.id, o.user_id as "userId", u.uid::text, r.id as review from orders o
     join users u on u.id = o.user_id left join review_items r on r.order_id = o.id where o.number = $1`,
    [number],
  )
  return { number, ...(rows[0] as { id: string; userId: string; uid: string; review: string | null }) }
}
type Order = Awaited<ReturnType<typeof orderOf>>

export async function layOut(): Promise<{ readonly pages: readonly Laden[]; readonly clear: () => Promise<void> }> {
  const { connection } = await startEmbeddedPostgres({ folder: path.join(inject('e2e').dataDir, 'postgres') })
  const held = await makeHeldOrders(connection)
  const [bought, waits] = [await orderOf(await makePaidOrder(connection)), await orderOf(held.address.number)]
  const because = ['--reason', 'a test']
  const [asked] = await Promise.all([
    operateAs('e2e', 'refunds', 'ask', '--order', bought.number, '--all', ...because),
    operate('people', 'give-time', '--user', waits.uid, '--days', '3', ...because),
    operate('people', 'note', '--user', waits.uid, '--text', 'a test'),
  ])
  const proposal = /approvals? grant --id (\S+)/.exec(asked)?.[1] ?? ''
  const rest = await surround(bought, waits)
  const refuse = () => operate('approvals', 'refuse', '--id', proposal, ...because)
  return { pages: pagesOf(bought, waits, { ...rest, proposal }), clear: () => runEach([refuse, rest.clear]) }
}

async function runEach(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const faults: unknown[] = []
  for (const step of steps) await step().catch((fault: unknown) => faults.push(fault))
  if (faults.length > 0) throw new AggregateError(faults, faults.map(String).join('\n'))
}

/**
 * Data that no single command creates: sign-in methods, a group, an affiliate with a payout, a case, a mailing, a
 * conversation.
 */
async function surround(bought: Order, waits: Order) {
  const group = `K${Array.from(randomBytes(10), (byte) => byte % 10).join('')}`
  const [caseId, mailing, payout, thread] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const benefit = `laden-${markOfLetters()}`
  const wallet = `T${randomBytes(16).toString('hex')}`
  const statements: readonly (readonly [string, readonly unknown[]])[] = [
    [
      `insert into sessions (id, user_id, platform, device_id, ends_at) values ($1, $2, 'ios', 'a phone', now() + interval '1 day')`,
      [randomUUID(), waits.userId],
    ],
    [
      `insert into devices (id, user_id, device_id, os, name) values ($1, $2, 'a phone', 'ios', 'A phone')`,
      [randomUUID(), waits.userId],
    ],
    [
      `insert into groups (id, creator_id, goods_id, product_names, months, bonus_days, max_devices, size, payment_type, currency,
         unit_price_minor, expires_at, joined)
       values ($1, $2, 'plan-12', '{"en": "12 months", "zh-CN": "12 个月"}', 12, 0, 5, 2, 'pay_self', 'CNY', 1, now() + interval '1 hour', 1)`,
      [group, bought.userId],
    ],
    [
      `insert into group_seats (group_id, seat, user_id, payer_id, order_id, state, lease_until)
       values ($1, 2, $2, $2, $3, 'held', now() + interval '1 hour')`,
      [group, waits.userId, waits.id],
    ],
    [
      `insert into affiliates (user_id, payout_chain, payout_address, payout_rests_until) values ($1, 'tron', $2, now())`,
      [bought.userId, wallet],
    ],
    [
      `insert into settlements (id, affiliate_id, period, amount_minor, commissions, prepared_by) values ($1, $2, '2020-01-01', 100, 1, 'a test')`,
      [payout, bought.userId],
    ],
    ['insert into risk_cases (id) values ($1)', [caseId]],
    [
      `insert into risk_events (id, case_id, rule, act, terms_version, user_id, other_ids, period, details)
       values ($1, $2, 'same_payer', 'hold', 1, $3, array[$4::uuid], '', '{}')`,
      [randomUUID(), caseId, bought.userId, waits.userId],
    ],
    [
      `insert into mailings (id, kind, name, filter, texts, send_at, next_at, per_minute, state, operator)
       values ($1, 'legal', 'a test', '{}', '{"legal":{}}', '2099-01-01', '2099-01-01', 60, 'waiting', 'a test')`,
      [mailing],
    ],
    ['insert into support_threads (id, user_id) values ($1, $2)', [thread, waits.userId]],
    [
      `insert into benefit_kinds (kind, names, ended_at) values ($1, '{"en": "A test", "zh-CN": "测试"}', now())`,
      [benefit],
    ],
    [
      `insert into benefit_stock (id, kind, account, sealed_password, link, imported_by, assigned_to, assigned_at)
       values ($1, $2, 'a@test.example', '', 'https://test.example', 'a test', $3, now())`,
      [randomUUID(), benefit, waits.userId],
    ],
  ]
  for (const [text, values] of statements) await asOwner(text, values)
  const clear = () =>
    runEach([
      () => asOwner('delete from benefit_stock where kind = $1', [benefit]),
      () => asOwner('delete from benefit_kinds where kind = $1', [benefit]),
      () => asOwner('delete from support_threads where id = $1', [thread]),
      () => asOwner('delete from mailings where id = $1', [mailing]),
      () => asOwner('delete from risk_events where case_id = $1', [caseId]),
      () => asOwner('delete from risk_cases where id = $1', [caseId]),
      () => asOwner('delete from settlements where id = $1', [payout]),
      () => asOwner('delete from affiliates where user_id = $1', [bought.userId]),
      () => asOwner('delete from group_seats where group_id = $1', [group]),
      () => asOwner('delete from groups where id = $1', [group]),
    ])
  return { group, caseId, mailing, wallet, clear }
}

type Around = Omit<Awaited<ReturnType<typeof surround>>, 'clear'> & { readonly proposal: string }

const pagesOf = (
  bought: Order,
  waits: Order,
  { group, caseId, mailing, wallet, proposal }: Around,
): readonly Laden[] => [
  {
    address: `/console/people#user=${waits.uid}`,
    read: 'people.show',
    acts: [
      'people.give-time',
      'people.block',
      'people.change-address',
      'people.export-data',
      'people.erase',
      'people.end-sessions',
      'people.unbind-device',
      'people.reverse-grant',
      'people.ask-reverse-grant',
      'people.note',
      'people.strike-note',
      'benefits.withdraw',
      'reviews.decide',
      'reviews.ask-decide',
      'tunnels.apply',
      'tunnels.drop',
      'tunnels.rotate',
    ],
  },
  {
    address: `/console/orders#order=${bought.number}`,
    read: 'orders.show',
    acts: ['orders.refund', 'refunds.ask', 'people.give-time', 'people.note', 'payers.block', 'tunnels.apply'],
  },
  {
    address: `/console/orders#order=${waits.number}`,
    read: 'orders.show',
    acts: ['people.give-time', 'people.note', 'reviews.decide', 'reviews.ask-decide', 'tunnels.apply'],
  },
  {
    address: `/console/orders#group=${group}`,
    read: 'groups.show',
    acts: ['groups.expire', 'groups.ask-expire', 'groups.remove-seat', 'groups.ask-remove-seat'],
  },
  {
    address: `/console/queue/reviews/${waits.review}`,
    read: 'reviews.show',
    acts: ['queue.take', 'messages.answer'],
  },
  {
    address: `/console/queue/approvals/${proposal}`,
    read: 'approvals.show',
    acts: ['approvals.grant', 'approvals.refuse'],
    only: 'orders.refund',
  },
  {
    address: `/console/queue/cases/${caseId}`,
    read: 'cases.show',
    acts: ['cases.block-payers', 'cases.release', 'cases.void', 'payers.block'],
  },
  {
    address: `/console/queue/messages#user=${waits.uid}`,
    read: 'messages.show',
    acts: ['messages.take', 'messages.answer', 'messages.close'],
  },
  {
    address: `/console/people/mailings/${mailing}`,
    read: 'mailings.show',
    acts: ['mailings.pause', 'mailings.stop'],
  },
  {
    address: '/console/affiliates/payouts',
    read: 'payouts.list',
    acts: ['payouts.approve', 'payouts.allow-address', 'payouts.paid', 'payouts.cancel'],
    row: new RegExp(wallet),
  },
  {
    address: '/console/affiliates/members',
    read: 'affiliates.list',
    acts: ['affiliates.clear-name', 'affiliates.set-tier', 'affiliates.suspend'],
    row: new RegExp(bought.uid.replace(/(\d{3})(\d{3})(\d{3})/, '$1.?$2.?$3')),
  },
]
