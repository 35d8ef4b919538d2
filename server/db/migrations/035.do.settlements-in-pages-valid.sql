alter table settlements
  validate constraint settlements_state_check,
  validate constraint settlements_amount_minor_check,
  validate constraint settlements_commissions_check,
  validate constraint settlements_reason_check;
