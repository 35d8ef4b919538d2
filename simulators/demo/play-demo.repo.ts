import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export const listPeople = (db: Queryable, names: readonly string[]) =>
  db.query(sql<{ name: string; userId: string; inviteCode: string }>`
    select i.lookup_key as "name", u.id as "userId", u.invite_code as "inviteCode"
    from account_identifiers i join users u on u.id = i.user_id
    where i.kind = 'account_name' and i.lookup_key = any(${names}::text[])`)
