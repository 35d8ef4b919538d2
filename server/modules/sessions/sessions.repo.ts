import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import { originColumns, type SessionOrigin } from '#server/platform/session-origin.ts'
import { absoluteLifeDays, networkHours } from './sessions.rules.ts'

export type SessionRow = {
  now: Date
  sessionId: string
  userId: string
  kind: 'full' | 'register'
  issuedAt: Date
  supersededAt: Date | null
  lastSeenAt: Date
  sessionEndsAt: Date
  sessionEndedAt: Date | null
  firstUsedAt: Date | null
  successorSalt: Buffer | null
  /** True if the account makes an operator's test purchases (rehearsal). */
  isTest: boolean
}

export const findByTokenHash = (db: Queryable, tokenHash: Buffer) =>
  db.maybe(sql<SessionRow>`
    select now() as now, s.id as "sessionId", s.user_id as "userId", t.kind, t.issued_at as "issuedAt",
      t.superseded_at as "supersededAt", s.last_seen_at as "lastSeenAt", s.ends_at as "sessionEndsAt", s.ended_at as "sessionEndedAt",
      t.first_used_at as "firstUsedAt", t.successor_salt as "successorSalt",
      exists (select from test_accounts a where a.user_id = s.user_id) as "isTest"
    from session_tokens t join sessions s on s.id = t.session_id where t.token_hash = ${tokenHash}`)

/**
 * Checks a signed call and reads the session of its token in one round trip. `isFresh`: the call's nonce was not used
 * before, across processes and restarts. Calls signed before the database started are rejected, because the nonce table
 * is unlogged and empty after a crash.
 * A call signed by a clock that runs ahead may be later than that start, so its nonce is also written to a logged
 * table. A tolerance of 0.1 s limits this cost to clocks that are really ahead.
 */
export const openCall = (db: Queryable, nonce: string, signedAt: Date, tokenHash: Buffer | null) =>
  db.one(sql<{ isFresh: boolean } & { [Column in keyof SessionRow]: SessionRow[Column] | null }>`
    with ahead as (
      insert into signed_nonces_ahead (nonce)
      select ${nonce}::text where ${signedAt}::timestamptz > now() + interval '100 ms'
      on conflict do nothing returning 1),
    fresh as (
      insert into signed_nonces (nonce)
      select ${nonce}::text where ${signedAt}::timestamptz > pg_postmaster_start_time() + interval '100 ms'
        and (${signedAt}::timestamptz <= now() + interval '100 ms' or exists (select from ahead))
      on conflict do nothing returning 1)
    select exists (select from fresh) as "isFresh", now() as now, s.id as "sessionId", s.user_id as "userId", t.kind,
      t.issued_at as "issuedAt", t.superseded_at as "supersededAt", s.last_seen_at as "lastSeenAt", s.ends_at as "sessionEndsAt",
      s.ended_at as "sessionEndedAt", t.first_used_at as "firstUsedAt", t.successor_salt as "successorSalt",
      exists (select from test_accounts a where a.user_id = s.user_id) as "isTest"
    from (select) as call
    left join (session_tokens t join sessions s on s.id = t.session_id) on t.token_hash = ${tokenHash}`)

type NewSession = {
  id: string
  userId: string
  platform: string
  deviceId: string
  browser: string | null
  system: string | null
  origin: SessionOrigin
}

/**
 * Inserts a session with its first token. Returns 0 if its parent session has ended. A child session inherits the proof
 * of identity and the end of its parent.
 */
export function insertSession(
  db: Queryable,
  { id, userId, platform, deviceId, browser, system, origin }: NewSession,
  token: { hash: Buffer; kind: 'full' | 'register' },
) {
  const { isNow, provedAt, openedFrom } = originColumns(origin)
  return db.run(sql`
    with session as (
      insert into sessions (id, user_id, platform, device_id, browser, system, ends_at, proved_at, opened_from)
      select ${id}::uuid, ${userId}::uuid, ${platform}::text, ${deviceId}::text, ${browser}::text, ${system}::text,
        coalesce(parent.ends_at, now() + make_interval(days => ${absoluteLifeDays}::int)),
        case when ${openedFrom}::uuid is not null then parent.proved_at when ${isNow}::bool then now() else ${provedAt}::timestamptz end,
        parent.id
      from (select) as call left join sessions parent
        on parent.id = ${openedFrom}::uuid and parent.user_id = ${userId}::uuid and parent.ended_at is null and parent.ends_at > now()
      where ${openedFrom}::uuid is null or parent.id is not null
      returning id)
    insert into session_tokens (token_hash, session_id, kind) select ${token.hash}::bytea, id, ${token.kind}::text from session`)
}

export const insertToken = (db: Queryable, tokenHash: Buffer, sessionId: string, kind: 'full' | 'register') =>
  db.run(sql`insert into session_tokens (token_hash, session_id, kind) values (${tokenHash}, ${sessionId}, ${kind})`)

/**
 * Marks a session token as replaced. Returns 1 for the first of two concurrent callers and 0 for the other, so that
 * only one creates the next token.
 */
export const supersedeToken = (db: Queryable, tokenHash: Buffer, successorSalt: Buffer) =>
  db.run(sql`
    update session_tokens set superseded_at = now(), successor_salt = ${successorSalt}
    where token_hash = ${tokenHash} and superseded_at is null`)

export const markTokenUsed = (db: Queryable, tokenHash: Buffer) =>
  db.run(sql`update session_tokens set first_used_at = now() where token_hash = ${tokenHash} and first_used_at is null`)

export const touchSession = (db: Queryable, sessionId: string) =>
  db.run(sql`update sessions set last_seen_at = now() where id = ${sessionId}`)

/** Ends a session and its children. Returns 0 if the session belongs to another user or has already ended. */
export const endSessionOf = (db: Queryable, userId: string, sessionId: string) =>
  db.run(sql`
    with recursive ending as (
      select id from sessions where id::text = ${sessionId}::text and user_id = ${userId} and ended_at is null
      union select opened.id from sessions opened join ending on opened.opened_from = ending.id
      where opened.user_id = ${userId} and opened.ended_at is null
    )
    update sessions set ended_at = now() where user_id = ${userId} and id in (select id from ending) and ended_at is null`)

/**
 * Ends all sessions of a user except `exceptSessionId`. That session ends as well if it is a child of another session.
 */
export const endSessionsOf = (db: Queryable, userId: string, exceptSessionId: string | null) =>
  db.run(sql`
    with recursive ending as (
      select id from sessions
      where user_id = ${userId} and ended_at is null and (${exceptSessionId}::uuid is null or id <> ${exceptSessionId}::uuid)
      union select opened.id from sessions opened join ending on opened.opened_from = ending.id
      where opened.user_id = ${userId} and opened.ended_at is null
    )
    update sessions set ended_at = now() where user_id = ${userId} and id in (select id from ending) and ended_at is null`)

/**
 * Advisory lock until the end of the transaction: a user's sessions start and end one after the other, so that none is
 * opened from a session that is ending.
 */
export const queueForSession = (db: Queryable, userId: string) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended('sessions ' || ${userId}::text, 0))`)

export const endOldSessions = (db: Queryable, userId: string, max: number) =>
  db.run(sql`
    with recursive ending as (
      (select id from sessions where user_id = ${userId} and ended_at is null and ends_at > now()
        order by last_seen_at desc, created_at desc, id desc offset ${max}::int)
      union select opened.id from sessions opened join ending on opened.opened_from = ending.id
      where opened.user_id = ${userId} and opened.ended_at is null
    )
    update sessions set ended_at = now() where user_id = ${userId} and id in (select id from ending) and ended_at is null`)

export const deleteEndedSessions = (db: Queryable, limit: number) =>
  db.run(sql`
    with gone as (
      (select id from sessions where ends_at <= now() order by ends_at limit ${limit}::int)
      union (select id from sessions where ended_at < now() - interval '1 day' order by ended_at limit ${limit}::int)
      limit ${limit}::int
    ), tokens as (delete from session_tokens where session_id in (select id from gone) returning 1)
    delete from sessions where id in (select id from gone) and (select count(*) from tokens) >= 0`)

export const deleteSupersededTokens = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from session_tokens where token_hash in (
      select token_hash from session_tokens where superseded_at < now() - interval '1 hour' limit ${limit})`)

export type SignInResult = 'signed_in' | 'refused'
export type SignInEvent = { at: Date; platform: string; method: string; result: SignInResult; network: string }
type NewEvent = Omit<SignInEvent, 'at'> & { id: string; userId: string | null }

export const insertSignIn = (db: Queryable, e: NewEvent) =>
  db.run(sql`
    insert into sign_in_events (id, user_id, platform, method, result, network)
    values (${e.id}, ${e.userId}, ${e.platform}, ${e.method}, ${e.result}, ${e.network})`)

export const listSignIns = (db: Queryable, userId: string, result: SignInResult, limit: number) =>
  db.query(sql<SignInEvent>`
    select at, platform, method, result,
      case when at > now() - make_interval(hours => ${networkHours}::int) then network else 'forgotten' end as network
    from sign_in_events
    where user_id = ${userId} and result = ${result} order by at desc limit ${limit}`)
