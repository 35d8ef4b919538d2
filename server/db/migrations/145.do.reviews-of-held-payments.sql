-- Each payment of a blocked payer is asked about by itself, so that one attempt may be asked about several times.
update review_items set subject = coalesce(details->>'providerTxnId', '') where reason = 'payer_blocked';
