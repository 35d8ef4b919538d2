import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

type Range = { from: Date | null; until: Date | null }
export type AccountLine = {
  id: string
  uid: number
  createdAt: Date
  language: string
  yearlyUntil: Date | null
  account: string | null
  email: string | null
  phone: string | null
}

export const listAccountsOpened = (db: Queryable, r: Range, after: string | null, limit: number) =>
  db.query(sql<AccountLine>`
    select u.id, u.uid, u.created_at as "createdAt", u.language, m.yearly_until as "yearlyUntil",
      (select i.value from account_identifiers i where i.user_id = u.id and i.kind = 'account_name') as account,
      (select i.value from account_identifiers i where i.user_id = u.id and i.kind = 'email') as email,
      (select i.value from account_identifiers i where i.user_id = u.id and i.kind = 'phone') as phone
    from users u left join membership_ends m on m.user_id = u.id
    where u.created_at >= coalesce(${r.from}::timestamptz, '-infinity') and u.created_at < coalesce(${r.until}::timestamptz, 'infinity')
      and (${after}::uuid is null or (u.created_at, u.id) > (select x.created_at, x.id from users x where x.id = ${after}::uuid))
    order by u.created_at, u.id limit ${limit}`)
