import { listUids } from '#server/modules/accounts/accounts.queries.ts'
import { listOpenGroupsOf } from '#server/modules/groups/groups.queries.ts'
import { countStandingOf } from '#server/modules/orders/orders.queries.ts'
import {
  findBlocked,
  insertBlock,
  liftBlock,
  listBlocked,
  listBlocksOf,
  listHeldOrders,
  payerName,
  payerRange,
} from '#server/modules/payments/blocked-payers.queries.ts'
import {
  countUsersOfPayers,
  findPayer,
  listPayersOf,
  listUsersOfPayer,
} from '#server/modules/referrals/ties.queries.ts'
import { done, refuse, type Act, type Read } from '#server/platform/act.ts'
import { enqueueJob } from '#server/platform/jobs.ts'
import { requireUser } from '#server/workflows/membership/name-subject.ts'
import { sentence } from '#text/sentence.ts'

const pageSize = 100
/**
 * Number of accounts with the same payer up to which one operator may block the payer alone; a family may share a card.
 */
const aloneLimit = 3
const shown = 20

export const listPayers: Read<'payers.list'> = async (database, { user, after = null }) => {
  const rows =
    user === undefined
      ? (await listBlocked(database, after, pageSize)).map(({ id, payer, blockedAt }) => ({
          id,
          payer,
          seen: null,
          blockedAt,
        }))
      : await payersOf(database, (await requireUser(database, user)).id)
  const counts = new Map(
    (
      await countUsersOfPayers(
        database,
        rows.map(({ payer }) => payer),
      )
    ).map((row) => [row.payer.toString('hex'), row.users]),
  )
  const items = rows.map(({ payer, seen, blockedAt }) => ({
    payer: payerName(payer),
    lastSeen: seen,
    accounts: counts.get(payer.toString('hex')) ?? 0,
    blocked: blockedAt,
  }))
  const last = user === undefined && rows.length === pageSize ? rows.at(-1) : undefined
  return { ok: true, value: { items, next: last?.id ?? null } }
}

async function payersOf(database: Parameters<Read<'payers.list'>>[0], userId: string) {
  const known = await listPayersOf(database, userId)
  const blocks = await listBlocksOf(
    database,
    known.map(({ payer }) => payer),
  )
  return known.map(({ payer, seenAt }) => {
    const block = blocks.find((each) => each.payer.equals(payer))
    return { id: '', payer, seen: seenAt, blockedAt: block?.blockedAt ?? null }
  })
}

export const blockPayer: Act<'payers.block'> = async (tx, { payer: name, reason }) => {
  const { from, to } = payerRange(name)
  const found = await findPayer(tx, from, to)
  if (!found) return refuse('NotFound', 'payer.unknown')
  if ((await insertBlock(tx, found.payer)) === 0)
    return refuse('NotPossible', sentence('payer.isBlocked', { payer: name }))
  const users = (await listUsersOfPayer(tx, found.payer)).map(({ userId }) => userId)
  const [uids, orders, groups] = [
    new Map((await listUids(tx, users)).map(({ id, uid }) => [id, uid])),
    new Map((await countStandingOf(tx, users)).map((row) => [row.userId, row])),
    await listOpenGroupsOf(tx, users),
  ]
  const people = users.slice(0, shown).map((userId) => ({
    uid: uids.get(userId) ?? 0,
    paid: orders.get(userId)?.paid ?? 0,
    waiting: orders.get(userId)?.waiting ?? 0,
    groups: groups
      .filter((each) => each.userId === userId)
      .map(({ groupId }) => groupId)
      .join(', '),
  }))
  const sum = (of: 'paid' | 'waiting') => [...orders.values()].reduce((total, row) => total + row[of], 0)
  const output = {
    payer: name,
    accounts: users.length,
    people,
    morePeople: users.length - people.length,
    paid: sum('paid'),
    waiting: sum('waiting'),
    groups: new Set(groups.map(({ groupId }) => groupId)).size,
  }
  const takesTwo = users.length > aloneLimit ? sentence('payer.takesTwo', { accounts: aloneLimit }) : null
  const { people: _, ...figures } = output
  return done(output, `payer ${name}`, { reason, ...figures }, { takesTwo })
}

/** Unblocks a payer. Payments that were held by the block, and about which nobody has decided, count within seconds. */
export const unblockPayer: Act<'payers.unblock'> = async (tx, { payer: name, reason }, operator) => {
  const found = await findBlocked(tx, name)
  if (!found || (await liftBlock(tx, found.id)) === 0)
    return refuse('NotPossible', sentence('payer.notBlocked', { payer: name }))
  const orders = await listHeldOrders(tx, found.id)
  for (const { orderId } of orders)
    await enqueueJob(
      tx,
      'release-held-payments',
      { orderId, actor: operator.name },
      { uniqueKey: orderId, lane: 'settlement' },
    )
  const output = { payer: name, since: found.blockedAt, orders: orders.length }
  return done(output, `payer ${name}`, { reason, ...output })
}
