create view commission_marks as
select id, affiliate_id, referred_id, order_id, campaign_id, type, reverses, amount_minor, paid_currency, booked_at
from commissions;
