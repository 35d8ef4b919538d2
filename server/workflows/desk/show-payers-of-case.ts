import type { ActionOutput } from '#shared/contract/operator.ts'
import { listUids } from '#server/modules/accounts/accounts.queries.ts'
import { listBlocksOf, payerName } from '#server/modules/payments/blocked-payers.queries.ts'
import { countUsersOfPayers, listPayersAmong } from '#server/modules/referrals/ties.queries.ts'
import { findCase, listPeopleOf } from '#server/modules/risk/events.queries.ts'
import type { Queryable } from '#server/platform/database.ts'

const limit = 200

export async function showPayersOfCase(db: Queryable, id: string): Promise<ActionOutput<'cases.payers'> | undefined> {
  if (!(await findCase(db, id))) return undefined
  const people = (await listPeopleOf(db, id)).map(({ userId }) => userId)
  const rows = await listPayersAmong(db, people, limit)
  const payers = rows.map(({ payer }) => payer)
  const [counts, blocks, known] = await Promise.all([
    countUsersOfPayers(db, payers),
    listBlocksOf(db, payers),
    listUids(db, people),
  ])
  const accounts = new Map(counts.map(({ payer, users }) => [payer.toString('hex'), users]))
  const blocked = new Map(blocks.map(({ payer, blockedAt }) => [payer.toString('hex'), blockedAt]))
  const uids = new Map(known.map((person) => [person.id, person.uid]))
  return {
    payers: rows.map(({ payer, userIds, seenAt }) => ({
      payer: payerName(payer),
      people: userIds.map((userId) => uids.get(userId) ?? 0).join(', '),
      lastSeen: seenAt,
      accounts: accounts.get(payer.toString('hex')) ?? 0,
      blocked: blocked.get(payer.toString('hex')) ?? null,
    })),
    morePayers: (rows[0]?.total ?? 0) - rows.length,
  }
}
