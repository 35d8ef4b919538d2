import { listUids } from '#server/modules/accounts/accounts.queries.ts'
import { listOpenGroupsOf } from '#server/modules/groups/groups.queries.ts'
import { countStandingOf, sumPaidOf } from '#server/modules/orders/orders.queries.ts'
import {
  findBlocked,
  insertBlocks,
  liftBlock,
  listBlocked,
  listBlocksOf,
  listBlocksOfCase,
  listHeldOrders,
  payerName,
  payerRange,
  type BlockedPayer,
} from '#server/modules/payments/blocked-payers.queries.ts'
import {
  countUsersOfPayers,
  findPayer,
  listPayersAmong,
  listPayersOf,
  listUsersOfPayers,
} from '#server/modules/referrals/ties.queries.ts'
import { findCase, listPeopleOf, takeTurn } from '#server/modules/risk/events.queries.ts'
import { done, refuse, type Act, type Read } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'
import { enqueueJob } from '#server/platform/jobs.ts'
import { requireUser } from '#server/workflows/membership/name-subject.ts'
import { sentence } from '#text/sentence.ts'

const pageSize = 100
/**
 * Number of accounts with the same payer up to which one operator may block the payer alone; a family may share a card.
 */
const aloneLimit = 3
const shown = 20
/** Payers of a risk case that one action blocks. Cases have tens of people. */
const mostPayers = 10_000

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
  if ((await insertBlocks(tx, [found.payer])) === 0)
    return refuse('NotPossible', sentence('payer.isBlocked', { payer: name }))
  const { people, ...figures } = await describeBlock(tx, [found.payer])
  return done(
    { payer: name, people, ...figures },
    `payer ${name}`,
    { reason, payer: name, ...figures },
    secondFor(figures),
  )
}

/**
 * Blocks all payers of a risk case's people that are not blocked yet. Takes the turn of the risk jobs, so that the case
 * is not merged into another meanwhile.
 */
export const blockPayersOfCase: Act<'cases.block-payers'> = async (tx, { id, reason }) => {
  await takeTurn(tx)
  if (!(await findCase(tx, id))) return refuse('NotFound', 'case.unknown')
  const userIds = (await listPeopleOf(tx, id)).map(({ userId }) => userId)
  const known = (await listPayersAmong(tx, userIds, mostPayers)).map(({ payer }) => payer)
  const blocked = await listBlocksOf(tx, known)
  const payers = known.filter((payer) => !blocked.some((block) => block.payer.equals(payer)))
  if (payers.length === 0) return refuse('NotPossible', 'case.noPayers')
  const count = await insertBlocks(tx, payers, id)
  const { people, ...figures } = await describeBlock(tx, payers)
  const output = { id, payers: count, alreadyBlocked: known.length - count, people, ...figures }
  const { people: _, ...details } = output
  return done(output, `case ${id}`, { reason, ...details }, secondFor(figures))
}

const secondFor = ({ accounts }: { readonly accounts: number }) => ({
  takesTwo: accounts > aloneLimit ? sentence('payer.takesTwo', { accounts: aloneLimit }) : null,
})

/** Accounts that have paid with these payers, and what of theirs a block affects. */
async function describeBlock(tx: Transaction, payers: readonly Buffer[]) {
  const users = (await listUsersOfPayers(tx, payers)).map(({ userId }) => userId)
  const received = await sumPaidOf(tx, users)
  const [uids, orders, groups] = [
    new Map((await listUids(tx, users)).map(({ id, uid }) => [id, uid])),
    new Map((await countStandingOf(tx, users)).map((row) => [row.userId, row])),
    await listOpenGroupsOf(tx, users),
  ]
  const people = users.slice(0, shown).map((userId) => ({
    uid: uids.get(userId) ?? 0,
    paidOrders: orders.get(userId)?.paid ?? 0,
    openOrders: orders.get(userId)?.waiting ?? 0,
    openGroups: groups
      .filter((each) => each.userId === userId)
      .map(({ groupId }) => groupId)
      .join(', '),
  }))
  const sum = (of: 'paid' | 'waiting') => [...orders.values()].reduce((total, row) => total + row[of], 0)
  return {
    accounts: users.length,
    people,
    morePeople: users.length - people.length,
    paidOrders: sum('paid'),
    received,
    openOrders: sum('waiting'),
    openGroups: new Set(groups.map(({ groupId }) => groupId)).size,
  }
}

/** Unblocks a payer. Payments that were held by the block, and about which nobody has decided, count within seconds. */
export const unblockPayer: Act<'payers.unblock'> = async (tx, { payer: name, reason }, operator) => {
  const found = await findBlocked(tx, name)
  const orders = found && (await liftAll(tx, [found], operator.name))
  if (!orders) return refuse('NotPossible', sentence('payer.notBlocked', { payer: name }))
  const output = { payer: name, since: found.blockedAt, orders: orders.length }
  return done(output, `payer ${name}`, { reason, ...output })
}

/** Unblocks the payers that were blocked with a risk case. Payers that were blocked alone stay blocked. */
export const unblockPayersOfCase: Act<'cases.unblock-payers'> = async (tx, { id, reason }, operator) => {
  await takeTurn(tx)
  if (!(await findCase(tx, id))) return refuse('NotFound', 'case.unknown')
  const blocks = await listBlocksOfCase(tx, id)
  const orders = await liftAll(tx, blocks, operator.name)
  if (!orders) return refuse('NotPossible', 'case.noBlockedPayers')
  const output = { id, payers: blocks.length, orders: orders.length }
  return done(output, `case ${id}`, { reason, ...output })
}

/**
 * Lifts blocks and lets the payments that they held count. Returns the orders of those payments; null if no block was
 * left to lift.
 */
async function liftAll(tx: Transaction, blocks: readonly BlockedPayer[], actor: string): Promise<string[] | null> {
  let lifted = 0
  const orders = new Set<string>()
  for (const { id } of blocks) {
    if ((await liftBlock(tx, id)) === 0) continue
    lifted++
    for (const { orderId } of await listHeldOrders(tx, id)) orders.add(orderId)
  }
  for (const orderId of orders)
    await enqueueJob(tx, 'release-held-payments', { orderId, actor }, { uniqueKey: orderId, lane: 'settlement' })
  return lifted === 0 ? null : [...orders]
}
