import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import { signalDays } from './signals.rules.ts'

/** Someone else who has a device of this person, or had it. `isFormer`: one of the two has it no more. */
export type DeviceSharer = { readonly id: string; readonly isFormer: boolean }

/** Everyone who has this device, or had it lately: a database trigger keeps its digest when it is taken off an account. */
export const listUsersOfDevice = (db: Queryable, deviceId: string) =>
  db.query(sql<DeviceSharer>`
    select user_id as "id", (gone_at is not null)::boolean as "isFormer" from risk_signals
    where kind = 'device' and digest = sha256(convert_to('device ' || ${deviceId}::text, 'UTF8'))
      and (gone_at is null or gone_at > now() - make_interval(days => ${signalDays}::int))
    order by gone_at nulls first limit 50`)

export const listDeviceSharers = (db: Queryable, userId: string) =>
  db.query(sql<DeviceSharer>`
    select other.user_id as "id", bool_and(mine.gone_at is not null or other.gone_at is not null) as "isFormer"
    from risk_signals mine join risk_signals other on other.kind = mine.kind and other.digest = mine.digest
    where mine.user_id = ${userId} and mine.kind = 'device' and other.user_id <> mine.user_id
      and (mine.gone_at is null or mine.gone_at > now() - make_interval(days => ${signalDays}::int))
      and (other.gone_at is null or other.gone_at > now() - make_interval(days => ${signalDays}::int))
    group by other.user_id limit 200`)

/** What is kept of a person to tell accounts of one person: the digests themselves are no one's to read. */
export const listSignalsOf = (db: Queryable, userId: string) =>
  db.query(sql<{ kind: string; goneAt: Date | null }>`
    select kind, gone_at as "goneAt" from risk_signals where user_id = ${userId} order by kind, gone_at nulls last, digest`)

/** With the account. After its devices: taking those writes signals. */
export const forgetSignalsOf = (db: Queryable, userId: string) =>
  db.run(sql`delete from risk_signals where user_id = ${userId}`)

export const forgetOldSignals = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from risk_signals where ctid = any(array(
      select ctid from risk_signals where gone_at <= now() - make_interval(days => ${signalDays}::int)
      order by gone_at limit ${limit} for update skip locked))`)
