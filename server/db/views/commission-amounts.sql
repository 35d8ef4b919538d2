create view commission_amounts as
select order_id, amount_minor from commissions;
