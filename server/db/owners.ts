/**
 * Which module owns which table. Only its statements read and write it; another module asks its functions, or reads a view
 * (`server/db/views/`). `npm run check` holds every statement, view and function to this list, and the list to the schema.
 */
export const tables: Readonly<Record<string, readonly string[]>> = {
  'account-changes': ['account_changes'],
  accounts: ['users', 'account_identifiers', 'recent_registrations', 'account_deletions', 'account_blocks'],
  affiliates: ['affiliate_applications', 'affiliates', 'affiliate_campaigns', 'affiliate_suspensions'],
  alerts: ['alerts', 'alert_messages', 'alert_notices', 'operator_notifications'],
  audit: ['audit_log'],
  benefits: ['benefit_kinds', 'benefit_stock'],
  canary: ['canary_statements'],
  catalog: ['settings', 'affiliate_terms', 'goods', 'goods_prices', 'group_prices'],
  chains: [
    'crypto_addresses',
    'crypto_accounts',
    'crypto_deposits',
    'crypto_refunds',
    'chain_cursors',
    'chain_transfers',
    'stray_days',
  ],
  'verification-codes': ['sent_codes', 'verification_codes'],
  content: ['content_texts', 'content_drafts', 'testimonials', 'client_releases', 'status_measurements'],
  'promo-codes': ['promo_codes', 'promo_users', 'promo_uses'],
  db: ['schema_version'],
  'device-accounts': ['device_secrets'],
  devices: ['devices', 'device_lists'],
  'error-reports': ['error_reports'],
  exports: ['exports', 'export_parts'],
  figures: ['daily_funnel', 'daily_folds', 'daily_members', 'fold_watch'],
  groups: ['groups', 'group_seats', 'group_events'],
  ledger: ['ledger_postings', 'daily_revenue'],
  limits: ['limit_counters'],
  'login-codes': ['login_codes'],
  marketing: ['marketing_visits', 'marketing_steps', 'marketing_origins'],
  membership: ['membership_grants', 'memberships'],
  notes: ['operator_notes'],
  operators: [
    'operators',
    'operator_sessions',
    'operator_proposals',
    'operator_presses',
    'operator_views',
    'operator_passkeys',
    'operator_challenges',
  ],
  orders: ['orders', 'order_events'],
  outbox: ['outbox_messages'],
  passkeys: ['passkeys', 'passkey_challenges'],
  payments: ['payment_attempts', 'payment_facts', 'provider_events', 'provider_health', 'refunds', 'review_items'],
  platform: ['jobs', 'job_schedules'],
  receipts: ['receipt_series', 'receipts'],
  'redeem-codes': ['redeem_batches', 'redeem_codes'],
  referrals: ['referrals', 'referral_rewards', 'inviter_totals', 'payment_payers', 'former_payers'],
  'second-factors': ['totp_factors', 'recovery_codes'],
  risk: ['risk_signals'],
  sessions: ['sessions', 'session_tokens', 'sign_in_events', 'signed_nonces', 'signed_nonces_ahead'],
  payouts: ['commissions', 'affiliate_months', 'settlements'],
  'sign-in-steps': ['sign_in_steps'],
  'sms-budget': ['sms_spent'],
  support: ['support_threads', 'support_entries', 'support_images'],
  tunnels: ['tunnel_nodes', 'tunnel_links', 'tunnel_usage', 'tunnel_online', 'tunnel_providers', 'tunnel_deliveries'],
  trial: ['trial_claims', 'trial_devices'],
}

/** What another module may read: a view in `server/db/views/` shows tables of its owner alone, and no more than is needed. */
export const views: Readonly<Record<string, { readonly owner: string; readonly reason: string }>> = {
  account_labels: {
    owner: 'accounts',
    reason: 'lists name people by number or name, and pages of them are one statement',
  },
  affiliate_payouts: { owner: 'affiliates', reason: 'the list of payouts to make shows where each is sent' },
  audit_entries: { owner: 'audit', reason: 'rows of before are found under the names that actions have today' },
  attempt_orders: {
    owner: 'payments',
    reason: 'the proof of the books compares payments with postings, order by order',
  },
  campaign_labels: { owner: 'affiliates', reason: 'lists of referrals and commissions name the campaign' },
  commission_amounts: { owner: 'payouts', reason: 'the proof of the books compares commissions with postings' },
  entitlement_terms: {
    owner: 'membership',
    reason: 'lists of tunnels hold thousands of people, and what each may use is one column away',
  },
  inviter_counts: { owner: 'referrals', reason: 'the list of affiliates shows how many customers each has brought' },
  membership_ends: { owner: 'membership', reason: 'the stock of benefits tells whose have ended' },
  open_reviews: { owner: 'payments', reason: 'a transfer that a person has to look at is not forgotten' },
  order_labels: {
    owner: 'orders',
    reason: 'lists of referrals, commissions and conversions tell what was bought; the books are proved along orders',
  },
  payout_amounts: { owner: 'payouts', reason: 'the proof of the books compares payouts with postings' },
  stated_facts: { owner: 'payments', reason: 'the proof of the books compares payments with postings' },
}

type OwnedFunction = { readonly owner: string; readonly alsoTouches: readonly string[]; readonly reason: string }

/** Functions of the database: what the application's role may not do by statements. */
export const functions: Readonly<Record<string, OwnedFunction>> = {
  refuse_rewriting: { owner: 'db', alsoTouches: [], reason: 'a trigger for tables that are only added to' },
  raise_membership_version: {
    owner: 'membership',
    alsoTouches: [],
    reason: 'no statement leaves the count of changes out',
  },
  owe_tunnel_deliveries: {
    owner: 'membership',
    alsoTouches: ['tunnel_providers', 'tunnel_deliveries'],
    reason: 'no statement changes what a person may use and leaves a panel untold',
  },
  carry_block_to_membership: {
    owner: 'accounts',
    alsoTouches: ['memberships'],
    reason: 'no statement blocks an account and leaves its tunnels open',
  },
  carry_erasure_to_membership: {
    owner: 'accounts',
    alsoTouches: ['memberships'],
    reason: 'no statement erases an account and leaves its tunnels open',
  },
  carry_devices_to_membership: {
    owner: 'devices',
    alsoTouches: ['memberships'],
    reason: 'no statement adds or takes a device and leaves the count of changes out',
  },
  carry_device_to_signals: {
    owner: 'devices',
    alsoTouches: ['risk_signals'],
    reason: 'no statement takes a device off an account and hides that it was there',
  },
  carry_payer_to_signals: {
    owner: 'referrals',
    alsoTouches: ['risk_signals'],
    reason: 'no statement forgets who paid and hides that they did',
  },
  move_old_jobs: {
    owner: 'platform',
    alsoTouches: ['payment_attempts', 'refunds'],
    reason: 'carries jobs of the release before into the queue',
  },
  unpaid_orders_among: {
    owner: 'orders',
    alsoTouches: [
      'crypto_addresses',
      'crypto_deposits',
      'chain_transfers',
      'promo_uses',
      'ledger_postings',
      'payment_attempts',
      'payment_facts',
      'provider_events',
      'refunds',
      'review_items',
      'referrals',
      'referral_rewards',
      'commissions',
    ],
    reason: 'an order is forgotten only if nothing anywhere speaks of money for it, decided under one lock',
  },
  delete_unpaid_orders: {
    owner: 'orders',
    alsoTouches: ['promo_users', 'promo_uses', 'group_events', 'payment_attempts', 'payment_facts', 'provider_events'],
    reason: 'an order goes with everything that hangs on it, at once',
  },
  forget_unpaid_orders: { owner: 'orders', alsoTouches: ['group_seats'], reason: 'asks and deletes under one lock' },
  forget_unpaid_groups: { owner: 'groups', alsoTouches: ['orders'], reason: 'a group goes with its orders, at once' },
  forget_unlinked_events: {
    owner: 'payments',
    alsoTouches: [],
    reason: 'the application may not delete notifications',
  },
}
