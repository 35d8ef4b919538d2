import { claimDayBefore, claimEnded, claimWeekBefore, type End } from '#server/modules/membership/ends.queries.ts'
import { notifyPeople } from '#server/modules/outbox/outbox.service.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { startSweep } from '#server/platform/delete-in-batches.ts'

type Claim = (db: Queryable, limit: number) => Promise<End[]>
const stages: readonly (readonly ['expiry-7' | 'expiry-1' | 'expired', Claim])[] = [
  ['expiry-7', claimWeekBefore],
  ['expiry-1', claimDayBefore],
  ['expired', claimEnded],
]

export async function remindOfExpiry(database: Database): Promise<void> {
  const sweep = startSweep({ batch: 250 })
  for (const [template, claim] of stages)
    await sweep((limit) =>
      database.transaction(async (tx) => {
        const ends = await claim(tx, limit)
        const told = ends.map(({ userId, endsAt }) => {
          const facts = { endsAt: endsAt.toISOString() }
          return { userId, event: `${template}:${facts.endsAt}`, template, facts } as const
        })
        await notifyPeople(tx, told)
        return ends.length
      }),
    )
}
