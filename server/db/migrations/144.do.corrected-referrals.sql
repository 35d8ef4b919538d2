-- Who brought a customer can be corrected: what is added up by day follows the rows.
grant update on affiliate_days to wayfare_app;
