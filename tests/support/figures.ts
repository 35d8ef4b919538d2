import { expect } from 'vitest'
import { findFigureProblems } from '#server/workflows/figures/prove-days.ts'
import { foldDays } from '#server/workflows/figures/fold-days.ts'
import type { TestDatabase } from './database.ts'

type Db = Pick<TestDatabase, 'database' | 'asOwner'>

/** Spreads postings over the last forty days: at midnight, just before it, and in between. */
export const spreadBookings = ({ asOwner }: Db) =>
  asOwner(
    `do $$ begin
       alter table ledger_postings disable trigger ledger_postings_append_only;
       with numbered as (select id, row_number() over (order by id) as n from ledger_postings)
       update ledger_postings p set booked_at = date_trunc('day', now()) - make_interval(days => (n * 7 % 40)::int)
         + case n % 3 when 0 then interval '0' when 1 then interval '-1 microsecond' else make_interval(secs => (n * 977 % 86400)::int) end
         - case when n % 3 = 2 then interval '1 day' else interval '0' end
       from numbered where numbered.id = p.id;
       alter table ledger_postings enable trigger ledger_postings_append_only;
     end $$`,
  )

export const tomorrow = (): Date => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, 0, 2))
}

export const lastFolded = async ({ asOwner }: Db): Promise<string | null> =>
  (await asOwner<{ day: string | null }>(`select to_char(max(day), 'YYYY-MM-DD') as day from daily_folds`))[0]!.day

export async function foldAll(db: Db): Promise<void> {
  const today = new Date().toISOString().slice(0, 10)
  while (((await lastFolded(db)) ?? '') < today) await foldDays(db.database, { now: tomorrow() })
}

/** Expects daily sums to equal the ledger by account and currency, to the last minor unit. */
export async function expectFoldsToBeTheBooks(db: Db): Promise<void> {
  const legs = (table: string, sum: string) =>
    db.asOwner(
      `select account, currency, sum(minor)::text as minor from (
         select debit as account, currency, ${sum} as minor from ${table} union all select credit, currency, -${sum} from ${table}
       ) legs group by 1, 2 order by 1, 2`,
    )
  const booked = await legs('ledger_postings', 'amount_minor')
  expect(booked.length).toBeGreaterThan(0)
  expect(await legs('daily_revenue', 'sum_minor')).toEqual(booked)
  expect(await findFigureProblems(db.database)).toEqual([])
}
