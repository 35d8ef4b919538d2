import type { Sizes, Step } from './row-numbers.ts'

/**
 * Fills accounts, which all have the demo accounts' password; some have a device and a session. `firstUid`: first
 * unused number.
 */
export const people = ({ users }: Sizes, firstUid: number): Step => ({
  name: 'accounts',
  count: users,
  chunk: 100_000,
  texts: [
    `insert into users (id, uid, invite_code, password_hash, language, created_at)
     select pg_temp.user_id(n), ${firstUid} + n, 'L' || lpad(upper(to_hex(n)), 7, '0'),
       (select password_hash from users order by created_at, id limit 1),
       case when n % 3 = 0 then 'en' else 'zh-CN' end, pg_temp.user_at(n)
     from generate_series($1::bigint, $2::bigint) n`,
    `insert into account_identifiers (user_id, kind, value, lookup_key, verified_at, created_at)
     select pg_temp.user_id(n), kind, value, value, case when kind <> 'account_name' then pg_temp.user_at(n) end, pg_temp.user_at(n)
     from generate_series($1::bigint, $2::bigint) n,
       lateral (values ('account_name', 'large.' || n, true), ('email', 'large.' || n || '@example.com', true),
         ('phone', '+8613' || lpad((n * 7919 % 1000000000)::text, 9, '0'), n % 2 = 0)) names (kind, value, has)
     where has`,
    `insert into device_lists (user_id) select pg_temp.user_id(n) from generate_series($1::bigint, $2::bigint) n where n % 3 = 0`,
    `insert into devices (id, user_id, device_id, os, os_version, name, registered_at, last_used_at)
     select pg_temp.id_at(pg_temp.user_at(n), '003', n), pg_temp.user_id(n), 'large-device-' || n,
       (array['ios', 'android', 'mac', 'windows'])[1 + n % 4], '17', 'Device ' || n, pg_temp.user_at(n), pg_temp.user_at(n)
     from generate_series($1::bigint, $2::bigint) n where n % 3 = 0`,
    `insert into sessions (id, user_id, platform, device_id, created_at, last_seen_at, ends_at)
     select pg_temp.id_at(pg_temp.user_at(n), '004', n), pg_temp.user_id(n), 'web', 'web', now() - interval '5 days', now(),
       now() + interval '25 days'
     from generate_series($1::bigint, $2::bigint) n where n % 5 = 0`,
    `insert into session_tokens (token_hash, session_id, kind, issued_at)
     select sha256(convert_to('large ' || n, 'utf8')), pg_temp.id_at(pg_temp.user_at(n), '004', n), 'full', now()
     from generate_series($1::bigint, $2::bigint) n where n % 5 = 0`,
  ],
})
