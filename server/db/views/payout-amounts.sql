create view payout_amounts as
select id, amount_minor from settlements where state = 'paid';
