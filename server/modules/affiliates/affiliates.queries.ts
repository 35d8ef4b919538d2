import type { Queryable } from '#server/platform/database.ts'
import { columns, sql } from '#server/platform/sql.ts'
import type { Destination } from './affiliates.rules.ts'

export type Affiliate = {
  userId: string
  state: 'approved' | 'suspended'
  reason: string | null
  tier: string | null
  payoutChain: string | null
  payoutAddress: string | null
  /** Payouts of this affiliate cannot be approved before this time. */
  payoutRestsUntil: Date | null
  /** Wallet address (lower case) that an operator allowed this affiliate to share with other affiliates. */
  payoutSharedWith: string | null
  since: Date
}

const affiliateColumns = columns`
  user_id as "userId", state, reason, tier, payout_chain as "payoutChain", payout_address as "payoutAddress",
  payout_rests_until as "payoutRestsUntil", payout_shared_with as "payoutSharedWith", since`

export const findAffiliate = (db: Queryable, userId: string) =>
  db.maybe(sql<Affiliate>`
    select ${affiliateColumns} from affiliates where user_id = ${userId}`)

export const lockAffiliate = (db: Queryable, userId: string) =>
  db.maybe(sql<Affiliate>`
    select ${affiliateColumns} from affiliates where user_id = ${userId} for update`)

export const lockAffiliates = (db: Queryable, userIds: readonly string[]) =>
  db.query(sql<Affiliate>`
    select ${affiliateColumns} from affiliates where user_id = any(${userIds}::uuid[]) order by user_id for update`)

/**
 * Takes a shared lock on an affiliate, which prevents suspension, approval and payout until the end of the transaction.
 */
export const lockAffiliateShared = (db: Queryable, userId: string) =>
  db.maybe(sql<Affiliate>`
    select ${affiliateColumns} from affiliates where user_id = ${userId} for share`)

export const lockAffiliatesShared = (db: Queryable, userIds: readonly string[]) =>
  db.query(sql<Affiliate>`
    select ${affiliateColumns} from affiliates where user_id = any(${userIds}::uuid[]) order by user_id for share`)

export const listApproved = (db: Queryable, after: string, limit: number) =>
  db.query(sql<{ id: string }>`
    select user_id as id from affiliates where state = 'approved' and user_id > ${after}::uuid order by user_id limit ${limit}`)

export const lockApproved = (db: Queryable, ids: readonly string[]) =>
  db.query(sql<{ id: string }>`
    select user_id as id from affiliates where state = 'approved' and user_id = any(${ids}::uuid[]) order by user_id for update`)

export const listSuspensions = (db: Queryable, userId: string) =>
  db.query(sql<{ since: Date; until: Date | null }>`
    select since, until from affiliate_suspensions where user_id = ${userId} order by since`)

export const setTier = (db: Queryable, userId: string, tier: string | null) =>
  db.run(sql`update affiliates set tier = ${tier} where user_id = ${userId}`)

/**
 * Saves the wallet address for payouts. A new address starts a waiting period, even the first one, because an attacker
 * may have taken over an account without an address. Saving the same address again changes nothing.
 */
export const setPayout = (db: Queryable, userId: string, p: { chain: string; address: string; restHours: number }) =>
  db.run(sql`
    update affiliates set payout_chain = ${p.chain}, payout_address = ${p.address},
      payout_rests_until = now() + make_interval(hours => ${p.restHours}::int), payout_shared_with = null
    where user_id = ${userId} and (payout_chain, payout_address) is distinct from (${p.chain}::text, ${p.address}::text)`)

export const setSharedAddress = (db: Queryable, userIds: readonly string[], address: string | null) =>
  db.run(sql`update affiliates set payout_shared_with = ${address} where user_id = any(${userIds}::uuid[])`)

export type Campaign = {
  id: string
  userId: string
  slug: string
  name: string
  visits: number
  signUps: number
  paid: number
  earnedMinor: number
  destination: Destination
  isArchived: boolean
}

const campaignColumns = columns`
  id, user_id as "userId", slug, name, visits, sign_ups as "signUps", paid, earned_minor as "earnedMinor",
  destination, (archived_at is not null)::boolean as "isArchived"`

/**
 * Campaign links of an affiliate, oldest first. The link without a campaign name (empty slug) comes before all others.
 */
export const listCampaigns = (db: Queryable, userId: string) =>
  db.query(sql<Campaign>`
    select ${campaignColumns} from affiliate_campaigns where user_id = ${userId} order by slug <> '', created_at, id`)

export const findCampaign = (db: Queryable, userId: string, slug: string) =>
  db.maybe(sql<Campaign>`
    select ${campaignColumns}
    from affiliate_campaigns where user_id = ${userId} and slug in (${slug}, '') order by slug desc limit 1`)

/**
 * Landing page and greeting name for a link of an approved affiliate. An unknown slug gets those of the affiliate's
 * link without a slug.
 */
export const findWelcome = (db: Queryable, userId: string, slug: string) =>
  db.maybe(sql<{ destination: Destination; name: string | null; slug: string }>`
    select c.destination, a.greeting_name as name, c.slug from affiliates a join affiliate_campaigns c on c.user_id = a.user_id
    where a.user_id = ${userId} and a.state = 'approved' and c.slug in (${slug}, '') order by c.slug desc limit 1`)

export const setGreetingName = (db: Queryable, userId: string, name: string | null) =>
  db.run(sql`update affiliates set greeting_name = ${name} where user_id = ${userId}`)

export const findGreetingName = (db: Queryable, userId: string) =>
  db.maybe(sql<{ name: string | null }>`select greeting_name as name from affiliates where user_id = ${userId}`)

export const listCounters = (db: Queryable, affiliateId: string) =>
  db.query(sql<{ link: string; slug: string; signUps: number; paid: number; earnedMinor: number }>`
    select id::text as link, slug, sign_ups as "signUps", paid, earned_minor as "earnedMinor"
    from affiliate_campaigns where user_id = ${affiliateId} order by id`)

type CampaignChange = { visits: number; signUps: number; paid: number; earnedMinor: number }

export const addToCampaign = (db: Queryable, id: string, c: CampaignChange) =>
  db.run(sql`
    update affiliate_campaigns set visits = visits + ${c.visits}, sign_ups = sign_ups + ${c.signUps}, paid = paid + ${c.paid},
      earned_minor = earned_minor + ${c.earnedMinor}
    where id = ${id}`)

type AffiliateLine = {
  uid: number
  state: string
  tier: string | null
  paid: number
  since: Date
  hasAddress: boolean
}

export const listAffiliates = (db: Queryable, afterUid: number | null, limit: number) =>
  db.query(sql<AffiliateLine>`
    select u.uid, a.state, a.tier, coalesce(t.paid, 0) as paid, a.since, (a.payout_address is not null)::boolean as "hasAddress"
    from affiliates a join account_labels u on u.user_id = a.user_id left join inviter_counts t on t.user_id = a.user_id
    where ${afterUid}::int is null or (a.since, a.user_id) < (
      select x.since, x.user_id from affiliates x join account_labels y on y.user_id = x.user_id where y.uid = ${afterUid}::int)
    order by a.since desc, a.user_id desc limit ${limit}`)
