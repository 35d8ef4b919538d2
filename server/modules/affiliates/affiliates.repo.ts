import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { Affiliate, Campaign } from './affiliates.queries.ts'

export const insertAffiliate = (db: Queryable, userId: string) =>
  db.run(sql`insert into affiliates (user_id) values (${userId}) on conflict do nothing`)

export const setState = (db: Queryable, userId: string, state: Affiliate['state'], reason: string | null) =>
  db.run(sql`update affiliates set state = ${state}, reason = ${reason} where user_id = ${userId}`)

export const beginSuspension = (db: Queryable, userId: string) =>
  db.run(sql`insert into affiliate_suspensions (user_id) values (${userId}) on conflict do nothing`)

export const endSuspension = (db: Queryable, userId: string) =>
  db.run(sql`
    update affiliate_suspensions set until = greatest(now(), since) where user_id = ${userId} and until is null`)

export const forgetPayout = (db: Queryable, userId: string) =>
  db.run(sql`
    update affiliates set state = 'suspended', reason = 'account deleted', payout_chain = null, payout_address = null,
      payout_rests_until = null, payout_shared_with = null, greeting_name = null
    where user_id = ${userId}`)

/**
 * Deletes the campaign names of an erased affiliate, including those in slugs. The links themselves no longer work by
 * then.
 */
export const forgetCampaignNames = (db: Queryable, userId: string) =>
  db.run(sql`
    update affiliate_campaigns set name = '', slug = case when slug = '' then '' else 'link-' || right(id::text, 12) end
    where user_id = ${userId}`)

export const updateCampaign = (
  db: Queryable,
  c: Pick<Campaign, 'id' | 'userId' | 'name' | 'destination' | 'isArchived'>,
) =>
  db.run(sql`
    update affiliate_campaigns set name = ${c.name}, destination = ${c.destination},
      archived_at = case when ${c.isArchived}::boolean then coalesce(archived_at, now()) end
    where id = ${c.id} and user_id = ${c.userId}`)

export const insertCampaign = (db: Queryable, c: Pick<Campaign, 'id' | 'userId' | 'slug' | 'name' | 'destination'>) =>
  db.run(sql`
    insert into affiliate_campaigns (id, user_id, slug, name, destination)
    values (${c.id}, ${c.userId}, ${c.slug}, ${c.name}, ${c.destination})
    on conflict do nothing`)
