import type { Language } from '#shared/language.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import { beforeAllIds, type SealedColumn, type SealedRow } from '#server/platform/sealed-column.ts'
import { columns, sql } from '#server/platform/sql.ts'

export type AccountantMail = {
  id: string
  sealedAddress: Buffer
  language: Language
  setBy: string
  setAt: Date
  confirmedAt: Date | null
  sentMonth: string | null
}

const mailColumns = columns`
  id, sealed_address as "sealedAddress", language, set_by as "setBy", set_at as "setAt", confirmed_at as "confirmedAt",
  sent_month as "sentMonth"`

export const findAccountantMail = (db: Queryable) =>
  db.maybe(sql<AccountantMail>`
    select ${mailColumns} from accountant_mail`)

/** Locks the address, so that two runs of the job cannot mail the same month. */
export const lockAccountantMail = (tx: Transaction) =>
  tx.maybe(sql<AccountantMail>`
    select ${mailColumns} from accountant_mail for update`)

type New = { id: string; sealedAddress: Buffer; language: Language; by: string }
/** Returns 0 if another address was saved in the meantime. */
export const insertAccountantMail = (db: Queryable, m: New) =>
  db.run(sql`
    insert into accountant_mail (id, sealed_address, language, set_by)
    values (${m.id}, ${m.sealedAddress}, ${m.language}, ${m.by}) on conflict do nothing`)

export const confirmAccountantMail = (db: Queryable, id: string, sentMonth: string, days: number) =>
  db.run(sql`
    update accountant_mail set confirmed_at = now(), sent_month = ${sentMonth}
    where id = ${id} and confirmed_at is null and set_at > now() - make_interval(days => ${days}::int)`)

export const setSentMonth = (db: Queryable, id: string, month: string) =>
  db.run(sql`update accountant_mail set sent_month = ${month} where id = ${id}`)

export const deleteAccountantMail = (db: Queryable, id: string) =>
  db.run(sql`delete from accountant_mail where id = ${id}`)

export const addressPurpose = (id: string): string => `accountant mail ${id}`

export const sealedAccountantMail: SealedColumn = {
  name: 'accountant_mail.sealed_address',
  first: beforeAllIds,
  purposeOf: addressPurpose,
  page: (db, after, limit) =>
    db.query(sql<SealedRow>`
      select id::text as id, substring(sealed_address from 1 for 12) as beginning, octet_length(sealed_address) as bytes
      from accountant_mail where id > ${after}::uuid order by accountant_mail.id limit ${limit}::int`),
  read: (db, ids) =>
    db.query(sql<{ id: string; sealed: Buffer }>`
      select id::text as id, sealed_address as sealed from accountant_mail where id = any(${ids}::uuid[])`),
  replace: (db, { ids, from, to }) =>
    db.run(sql`
      with free as (select id as id from accountant_mail where id = any(${ids}::uuid[]) for update skip locked)
      update accountant_mail t set sealed_address = n.to_be
      from unnest(${ids}::uuid[], ${from}::bytea[], ${to}::bytea[]) n (id, was, to_be)
      where t.id = n.id and t.sealed_address = n.was and t.id in (select id from free)`),
}
