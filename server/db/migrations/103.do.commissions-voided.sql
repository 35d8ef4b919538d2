-- Why an operator took a commission back for good; it stands on the first row of its order, and no later payment brings it back.
alter table commissions add column void_reason text;
grant update (void_reason) on commissions to wayfare_app;
