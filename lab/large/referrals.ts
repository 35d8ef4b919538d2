import type { Sizes, Step } from './row-numbers.ts'

const affiliatesOf = ({ users }: Sizes): number => Math.max(2, Math.min(2_000, Math.floor(users / 500)))

export const affiliates = (sizes: Sizes): Step => ({
  name: 'affiliates',
  count: affiliatesOf(sizes),
  chunk: 10_000,
  texts: [
    `insert into affiliates (user_id, payout_chain, payout_address, since)
     select pg_temp.user_id(n), 'tron', 'T' || n, pg_temp.user_at(n) from generate_series($1::bigint, $2::bigint) n`,
    `insert into affiliate_campaigns (id, user_id, slug, name, created_at)
     select pg_temp.id_at(pg_temp.user_at(n), '050', n), pg_temp.user_id(n), '', '', pg_temp.user_at(n)
     from generate_series($1::bigint, $2::bigint) n`,
  ],
})

/** Fills referrals: three in ten users were referred, half of them by affiliates, half by ordinary users. */
export const referrals = (sizes: Sizes): Step => ({
  name: 'referrals',
  count: sizes.users,
  chunk: 100_000,
  texts: [
    `with brought as (
       select n, pg_temp.user_at(n) as at, n % 20 < 3 as is_affiliates,
         case when n % 20 >= 3 then 1 + floor(random() * (n - 1))::bigint when n % 200 < 20 then 1
           else 1 + floor(random() * ${affiliatesOf(sizes)})::bigint end as inviter
       from generate_series($1::bigint, $2::bigint) n where n % 20 < 6 and n > ${affiliatesOf(sizes)}
     )
     insert into referrals (user_id, inviter_id, via, campaign_id, visited_at, verdict, referred_at)
     select pg_temp.user_id(n), pg_temp.user_id(inviter), 'link',
       case when is_affiliates then pg_temp.id_at(pg_temp.user_at(inviter), '050', inviter) end, at - interval '1 hour', 'counted', at
     from brought`,
    `update users u set invited_by = r.inviter_id from referrals r, generate_series($1::bigint, $2::bigint) n
     where u.id = r.user_id and r.user_id = pg_temp.user_id(n)`,
  ],
})

export const commissions = (sizes: Sizes): Step => ({
  name: 'commissions',
  count: sizes.orders,
  chunk: 200_000,
  texts: [
    'drop table if exists earned',
    `create temp table earned as
     select n, o.id, o.user_id, r.inviter_id, r.campaign_id, o.currency, o.total_minor, o.status, o.paid_at,
       greatest(1, case o.currency when 'USD' then o.total_minor else o.total_minor * 14 / 100 end / 4) as amount
     from generate_series($1::bigint, $2::bigint) n
       join orders o on o.id = pg_temp.order_id(n) and o.paid_at is not null
       join referrals r on r.user_id = o.user_id and r.campaign_id is not null`,
    ...(['010', '011'] as const).flatMap((kind, place) => {
      const isBack = place === 1
      const where = isBack ? `where status = 'refunded'` : ''
      const sign = isBack ? '-' : ''
      const at = isBack ? `paid_at + interval '2 days'` : 'paid_at'
      return [
        `insert into commissions (id, affiliate_id, referred_id, order_id, campaign_id, reverses, type, terms_version, tier, rate_bps, paid_currency,
           paid_minor, usd_per_unit_micros, amount_minor, earned_at, held_until, booked_at)
         select pg_temp.id_at(paid_at, '${kind}', n), inviter_id, user_id, id, campaign_id,
           ${isBack ? `pg_temp.id_at(paid_at, '010', n)` : 'null'}, 'renewal', 1, 'standard', 2500,
           currency, ${sign}total_minor, case currency when 'USD' then 1000000 else 140000 end, ${sign}amount, paid_at,
           paid_at + interval '14 days', ${at}
         from earned ${where}`,
        `insert into ledger_postings (id, source, source_id, order_id, debit, credit, currency, amount_minor, booked_at)
         select pg_temp.id_at(${at}, '${isBack ? '034' : '033'}', n), 'commission', pg_temp.id_at(paid_at, '${kind}', n)::text, id,
           '${isBack ? 'commissions-payable' : 'commissions'}', '${isBack ? 'commissions' : 'commissions-payable'}', 'USD', amount, ${at}
         from earned ${where}`,
      ]
    }),
  ],
})

/**
 * Fills derived data: sums, and payouts of at least 100 dollars for all months but the current one and the two before
 * it.
 */
export const sums: Step = {
  name: 'payouts and sums',
  count: 1,
  chunk: 1,
  texts: [
    `insert into settlements (id, affiliate_id, period, amount_minor, commissions, state, prepared_by, prepared_at, approved_by, approved_at,
       chain, address, transaction_hash, on_chain, paid_at, paid_by)
     select gen_random_uuid(), affiliate_id, date_trunc('month', earned_at)::date, sum(amount_minor), count(*), 'paid', 'large', max(booked_at),
       'large, the other one', max(booked_at), 'tron', 'large', md5(affiliate_id::text || date_trunc('month', earned_at)), 'confirmed', max(booked_at), 'large'
     from commissions where earned_at < date_trunc('month', now()) - interval '2 months' and $1::bigint = $2::bigint
     group by affiliate_id, date_trunc('month', earned_at) having sum(amount_minor) >= 10000`,
    `update commissions c set settlement_id = s.id from settlements s
     where s.affiliate_id = c.affiliate_id and s.period = date_trunc('month', c.earned_at)::date and $1::bigint = $2::bigint`,
    `insert into ledger_postings (id, source, source_id, debit, credit, currency, amount_minor, booked_at)
     select gen_random_uuid(), 'commission', 'settlement:' || id, 'commissions-payable', 'payouts', 'USD', amount_minor, paid_at
     from settlements where $1::bigint = $2::bigint and prepared_by = 'large'`,
    `insert into affiliate_months (affiliate_id, month, first_minor, renewal_minor, reversed_minor)
     select affiliate_id, date_trunc('month', booked_at)::date, 0, coalesce(sum(amount_minor) filter (where amount_minor > 0), 0),
       coalesce(-sum(amount_minor) filter (where amount_minor < 0), 0)
     from commissions where $1::bigint = $2::bigint group by 1, 2 on conflict do nothing`,
    `update referrals r set first_order_id = o.id, outcome = case when r.campaign_id is null then 'no_membership' else 'commission' end, outcome_at = o.paid_at
     from (select distinct on (user_id) user_id, id, paid_at from orders where paid_at is not null order by user_id, paid_at) o
     where o.user_id = r.user_id and $1::bigint = $2::bigint`,
    `insert into inviter_totals (user_id, invited, paid)
     select inviter_id, count(*), count(first_order_id) from referrals where $1::bigint = $2::bigint group by 1 on conflict do nothing`,
    `update affiliate_campaigns c set sign_ups = t.sign_ups, paid = t.paid, earned_minor = coalesce(k.earned, 0)
     from (select campaign_id, count(*) as sign_ups, count(first_order_id) as paid from referrals group by 1) t
       left join (select campaign_id, sum(amount_minor) as earned from commissions group by 1) k using (campaign_id)
     where t.campaign_id = c.id and $1::bigint = $2::bigint`,
    `insert into promo_users (code, user_id, uses)
     select code, user_id, count(*) from promo_uses where status <> 'released' and $1::bigint = $2::bigint group by 1, 2`,
    `update promo_codes p set uses = u.uses
     from (select code, sum(uses) as uses from promo_users group by 1) u where u.code = p.code and $1::bigint = $2::bigint`,
  ],
}
