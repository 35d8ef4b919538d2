-- Audit rows keep the name under which they were written. This view shows all of them under the names of today, which the
-- registry of operator actions holds. A plan that was retired and one that was restored had one name.
create view audit_entries as
  select a.id, a.at, a.operator, a.operator_id, a.subject, a.details, a.action as recorded_as,
    case
      when a.action = 'goods sale' and a.details -> 'after' ->> 'onSale' = 'true' then 'plans.restore'
      else coalesce(n.action, a.action)
    end as action
  from audit_log a
  left join (values
    ('grant-time', 'people.give-time'),
    ('refund', 'orders.refund'),
    ('resolve-review', 'reviews.decide'),
    ('group-expire', 'groups.expire'),
    ('goods add', 'plans.add'),
    ('goods price', 'plans.set-price'),
    ('goods group-price', 'plans.set-group-price'),
    ('goods describe', 'plans.describe'),
    ('goods sale', 'plans.retire'),
    ('promo-create', 'promos.create'),
    ('promo-disable', 'promos.disable'),
    ('redeem-create', 'redeem.create'),
    ('redeem-disable', 'redeem.disable'),
    ('affiliate-approve', 'affiliates.approve'),
    ('affiliate-reject', 'affiliates.reject'),
    ('affiliate-suspend', 'affiliates.suspend'),
    ('affiliate-resume', 'affiliates.resume'),
    ('affiliate-tier', 'affiliates.set-tier'),
    ('commission-hold', 'commissions.hold'),
    ('commission-release', 'commissions.release'),
    ('referral-counted', 'referrals.release'),
    ('referral-refused', 'referrals.refuse'),
    ('settlement-prepare', 'payouts.prepare'),
    ('settlement-approve', 'payouts.approve'),
    ('settlement-paid', 'payouts.paid'),
    ('settlement-cancel', 'payouts.cancel'),
    ('terms-publish', 'terms.publish'),
    ('benefits-import', 'benefits.import'),
    ('benefits-withdraw', 'benefits.withdraw'),
    ('crypto-import', 'crypto.import-addresses'),
    ('crypto-refund-sent', 'crypto.refund-sent'),
    ('crypto-rescan', 'crypto.rescan'),
    ('content import', 'content.publish'),
    ('canary key', 'canary.key'),
    ('canary publish', 'canary.publish'),
    ('run-job', 'jobs.run'),
    ('marketing-export', 'marketing.export')
  ) as n (was, action) on n.was = a.action;
