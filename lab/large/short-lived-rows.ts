import type { Sizes, Step } from './row-numbers.ts'

/** Number of nonces at the peak of signed calls: 2,000 per second, each stored for eleven minutes. */
const nonces = 2_000 * 11 * 60

/**
 * Fills short-lived rows for cleanup jobs: nonces, counters, codes, expired sessions, sign-in events, messages, visits.
 * Most are due for deletion.
 */
export const traces = ({ orders, users }: Sizes): readonly Step[] => [
  {
    name: 'nonces',
    count: Math.min(nonces, orders),
    chunk: 400_000,
    texts: [
      `insert into signed_nonces (nonce, seen_at)
       select substr(md5(n::text), 1, 8) || n, now() - interval '20 minutes' + interval '10 minutes' * n / ${Math.min(nonces, orders)}
       from generate_series($1::bigint, $2::bigint) n`,
    ],
  },
  {
    name: 'sessions that are over',
    count: users,
    chunk: 100_000,
    texts: [
      `insert into sessions (id, user_id, platform, device_id, created_at, last_seen_at, ends_at, ended_at)
       select pg_temp.id_at(pg_temp.user_at(n), '005', n), pg_temp.user_id(n), 'web', 'web', now() - interval '40 days', now() - interval '35 days',
         now() - interval '10 days', now() - interval '10 days'
       from generate_series($1::bigint, $2::bigint) n where n % 2 = 0`,
      `insert into session_tokens (token_hash, session_id, kind, issued_at, superseded_at)
       select sha256(convert_to('over ' || n || ' ' || turn, 'utf8')), pg_temp.id_at(pg_temp.user_at(n), '005', n), 'full', now() - interval '35 days',
         case when turn < 2 then now() - interval '35 days' end
       from generate_series($1::bigint, $2::bigint) n, generate_series(1, 2) turn where n % 2 = 0`,
      `insert into sign_in_events (id, user_id, at, platform, method, result, network)
       select gen_random_uuid(), pg_temp.user_id(n), now() - interval '1 hour' * (n * 7919 % 2400), 'web', 'password', 'signed_in', '192.0.2.0/24'
       from generate_series($1::bigint, $2::bigint) n`,
      `insert into limit_counters (rule, subject, hits, expires_at)
       select 'large', sha256(convert_to(n::text, 'utf8')), array[now() - interval '1 hour'], now() - interval '1 minute'
       from generate_series($1::bigint, $2::bigint) n where n % 2 = 0`,
      `insert into sent_codes (ticket, target, asker, code_hash, expires_at)
       select sha256(convert_to(n::text, 'utf8')), '\\x00', '\\x00', '\\x00', now() - interval '1 hour' from generate_series($1::bigint, $2::bigint) n where n % 4 = 0`,
      `insert into outbox_messages (id, channel, template, status, created_at, finished_at)
       select gen_random_uuid(), 'mail', 'large', 'sent', now() - interval '9 days', now() - interval '8 days'
       from generate_series($1::bigint, $2::bigint) n where n % 4 = 0`,
      `insert into marketing_visits (visit, gclid, at)
       select 'large-' || n, 'click-' || n, now() - interval '20 days' from generate_series($1::bigint, $2::bigint) n where n % 4 = 0`,
      `insert into marketing_origins (user_id, gclid, at)
       select pg_temp.user_id(n), 'click-' || n, pg_temp.user_at(n) from generate_series($1::bigint, $2::bigint) n where n % 4 = 0`,
    ],
  },
]
