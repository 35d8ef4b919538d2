import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import { moneySignalDays, signalDays, type Signal } from './signals.rules.ts'

/** Other account with the same device. `isFormer`: one of the two accounts no longer has it. */
type DeviceSharer = { readonly id: string; readonly isFormer: boolean }

/** At most 50 users who have or recently had this device. A trigger keeps the device's digest after its removal. */
export const listUsersOfDevice = (db: Queryable, deviceId: string) =>
  db.query(sql<DeviceSharer>`
    select user_id as "id", (gone_at is not null)::boolean as "isFormer" from risk_signals
    where kind = 'device' and digest = sha256(convert_to('device ' || ${deviceId}::text, 'UTF8'))
      and (gone_at is null or on_money or gone_at > now() - make_interval(days => ${signalDays}::int))
    order by gone_at nulls first limit 50`)

export const listDeviceSharers = (db: Queryable, userId: string) =>
  db.query(sql<DeviceSharer>`
    select other.user_id as "id", bool_and(mine.gone_at is not null or other.gone_at is not null) as "isFormer"
    from risk_signals mine join risk_signals other on other.kind = mine.kind and other.digest = mine.digest
    where mine.user_id = ${userId} and mine.kind = 'device' and other.user_id <> mine.user_id
      and (mine.gone_at is null or mine.on_money or mine.gone_at > now() - make_interval(days => ${signalDays}::int))
      and (other.gone_at is null or other.on_money or other.gone_at > now() - make_interval(days => ${signalDays}::int))
    group by other.user_id limit 200`)

/**
 * Facts about how two users are related. `hasPayer`: a payer of the first user is known. `sharesNetwork`: both had
 * exactly the same IP address.
 */
export const findTell = (db: Queryable, userId: string, otherId: string) =>
  db.one(sql<{ hasPayer: boolean; sharesNetwork: boolean }>`
    select exists (select from risk_signals where user_id = ${userId} and kind = 'payer')::boolean as "hasPayer",
      exists (
        select from risk_signals mine join risk_signals other on other.kind = mine.kind and other.digest = mine.digest
        where mine.user_id = ${userId} and other.user_id = ${otherId} and mine.kind = 'network')::boolean as "sharesNetwork"`)

/**
 * Kinds of the user's signals for the detection of related accounts. Leaves out the digests, which must not be shown.
 */
export const listSignalsOf = (db: Queryable, userId: string) =>
  db.query(sql<{ kind: string; goneAt: Date | null }>`
    select kind, gone_at as "goneAt" from risk_signals where user_id = ${userId} order by kind, gone_at nulls last, digest`)

/**
 * Stores the signals that an account shows now, with the time at which they were seen. Writes each at most once an
 * hour.
 */
export const noteSignals = (db: Queryable, userId: string, signals: readonly Signal[]) =>
  db.run(sql`
    insert into risk_signals (kind, digest, user_id, gone_at)
    select kind, digest, ${userId}::uuid, now()
    from unnest(${signals.map(({ kind }) => kind)}::text[], ${signals.map(({ digest }) => digest)}::bytea[]) as seen (kind, digest)
    order by kind, digest
    on conflict (kind, digest, user_id) do update set gone_at = excluded.gone_at
    where risk_signals.gone_at < now() - interval '1 hour'`)

export const notePayout = (db: Queryable, userId: string, digest: Buffer) =>
  db.run(sql`
    with before as (
      update risk_signals set gone_at = now()
      where user_id = ${userId} and kind = 'payout' and digest <> ${digest} and gone_at is null
    )
    insert into risk_signals (kind, digest, user_id) values ('payout', ${digest}, ${userId})
    on conflict (kind, digest, user_id) do update set gone_at = null`)

export const listPayoutSharers = (db: Queryable, userId: string) =>
  db.query(sql<DeviceSharer>`
    select other.user_id as "id", bool_and(mine.gone_at is not null or other.gone_at is not null) as "isFormer"
    from risk_signals mine join risk_signals other on other.kind = mine.kind and other.digest = mine.digest
    where mine.user_id = ${userId} and mine.kind = 'payout' and other.user_id <> mine.user_id
      and (mine.gone_at is null or mine.on_money or mine.gone_at > now() - make_interval(days => ${signalDays}::int))
      and (other.gone_at is null or other.on_money or other.gone_at > now() - make_interval(days => ${signalDays}::int))
    group by other.user_id order by other.user_id limit 200`)

/**
 * Deletes the risk signals of an erased account. Call it after deleting devices and payers, because their deletion
 * writes signals. Keeps signals of payers and payout wallets under the pseudonym while payments can be disputed.
 */
export const forgetSignalsOf = (db: Queryable, userId: string) =>
  db.run(sql`
    with money as (
      select max(paid_at) as at from order_labels where user_id = ${userId} and status <> 'refunded'
        and paid_at > now() - make_interval(days => ${moneySignalDays}::int)
    ), kept as (
      update risk_signals set gone_at = money.at, on_money = true from money
      where user_id = ${userId} and kind in ('payer', 'wallet', 'payout') and money.at is not null
    )
    delete from risk_signals using money
    where user_id = ${userId} and not (kind in ('payer', 'wallet', 'payout') and money.at is not null)`)

/** Deletes expired risk signals. Keeps them longer while payments of the account can be disputed. */
export const forgetOldSignals = (db: Queryable, limit: number) =>
  db.run(sql`
    with due as (
      select ctid, exists (
        select from order_labels o where o.user_id = s.user_id and o.status <> 'refunded'
          and o.paid_at > now() - make_interval(days => ${moneySignalDays}::int)) as is_kept
      from risk_signals s where not on_money and gone_at <= now() - make_interval(days => ${signalDays}::int)
      order by gone_at limit ${limit} for update skip locked
    ), kept as (
      update risk_signals set on_money = true where ctid = any(array(select ctid from due where is_kept)) returning 1
    ), gone as (
      delete from risk_signals where ctid = any(array(select ctid from due where not is_kept)) returning 1
    ), over as (
      delete from risk_signals where ctid = any(array(
        select ctid from risk_signals where on_money and gone_at <= now() - make_interval(days => ${moneySignalDays}::int)
        order by gone_at limit ${limit} for update skip locked)) returning 1
    )
    select 1 from kept union all select 1 from gone union all select 1 from over`)
