import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

import type { PeopleFilter } from './people-list.queries.ts'

type Range = PeopleFilter & { from: Date | null; until: Date | null }
export type AccountLine = {
  id: string
  uid: number
  createdAt: Date
  language: string
  goodsId: string | null
  expiresAt: Date | null
  yearlyUntil: Date | null
  blockedAt: Date | null
  account: string | null
  email: string | null
  phone: string | null
}

export const listAccountsOpened = (db: Queryable, r: Range, after: string | null, limit: number) =>
  db.query(sql<AccountLine>`
    select u.id, u.uid, u.created_at as "createdAt", u.language, m.expires_at as "expiresAt", m.yearly_until as "yearlyUntil", b.blocked_at as "blockedAt",
      (select o.goods_id from plan_orders o where o.user_id = u.id order by o.paid_at desc limit 1) as "goodsId",
      (select i.value from account_identifiers i where i.user_id = u.id and i.kind = 'account_name') as account,
      (select i.value from account_identifiers i where i.user_id = u.id and i.kind = 'email') as email,
      (select i.value from account_identifiers i where i.user_id = u.id and i.kind = 'phone') as phone
    from users u left join membership_ends m on m.user_id = u.id left join account_blocks b on b.user_id = u.id
    where u.created_at >= coalesce(${r.from}::timestamptz, '-infinity') and u.created_at < coalesce(${r.until}::timestamptz, 'infinity')
      and u.test_by is null
      and (${after}::uuid is null or (u.created_at, u.id) > (select x.created_at, x.id from users x where x.id = ${after}::uuid))
      and (${r.spokenIn ?? null}::text is null or u.language = ${r.spokenIn ?? null}::text)
      and (${r.blocked ?? null}::text is null or (b.blocked_at is not null) = (${r.blocked ?? null}::text = 'yes'))
      and (${r.paid ?? null}::text is null
        or exists (select from plan_orders o where o.user_id = u.id) = (${r.paid ?? null}::text = 'yes'))
      and (${r.plan ?? null}::text is null
        or exists (select from plan_orders o where o.user_id = u.id and o.goods_id = ${r.plan ?? null}::text))
      and (${r.endsWithin ?? null}::integer is null
        or coalesce(m.expires_at between now() and now() + make_interval(days => ${r.endsWithin ?? null}::integer), false))
      and (${r.membership ?? null}::text is null or case ${r.membership ?? null}::text
        when 'active' then coalesce(m.expires_at > now(), false)
        when 'ended' then coalesce(m.expires_at <= now(), false)
        else m.expires_at is null end)
    order by u.created_at, u.id limit ${limit}`)
