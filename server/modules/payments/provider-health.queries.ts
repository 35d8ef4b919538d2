import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { ProviderId } from './providers/port.ts'

/** Saves this process's latest observation of a provider. Keeps the start of an outage while the outage lasts. */
export const saveProviderHealth = (db: Queryable, provider: ProviderId, isSilent: boolean) =>
  db.run(sql`
    insert into provider_health as h (provider, silent_since) values (${provider}, case when ${isSilent} then now() end)
    on conflict (provider) do update set changed_at = now(),
      silent_since = case when ${isSilent} then coalesce(h.silent_since, now()) end`)

export const listSilent = (db: Queryable) =>
  db.query(sql<{ provider: string; since: Date | null }>`
    select provider, silent_since as since from provider_health where silent_since is not null order by provider`)
