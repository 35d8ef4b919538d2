import type { AlertKind } from '#shared/alert-kinds.ts'
import { settingNames } from '#shared/setting-names.ts'
import { settingFields } from './setting-fields.ts'
import { alertWordsEn } from '#shared/alert-words.en.ts'

const alertTitles = Object.fromEntries(
  Object.entries(alertWordsEn).map(([kind, { title }]) => [kind, title]),
) as Readonly<Record<AlertKind, string>>

/** Labels of values whose name in code is not clear enough for operators. */
export const values: Readonly<Record<string, string>> = {
  solved: 'solved',
  'payment-held': 'payment being checked',
  'payment-arrived': 'payment arrived',
  'payment-missing': 'payment not arrived',
  'membership-ended': 'membership ended',
  'app-fails': 'app cannot connect',
  'said-gone': 'off: it answered 410 Gone',
  dropped: 'not sent',
  'orders:read': 'orders',
  'postings:read': 'postings of the ledger, with refunds',
  'members:read': 'members',
  'plans:read': 'plans',
  'affiliates:read': 'affiliates',
  'payouts:read': 'payouts',
  'tickets:read': 'tickets',
  'figures:read': 'figures',
  'contact:read': 'names, addresses and words of people',
  friends_payer: 'pays from the account of another friend',
  shared_device: 'has a device that someone else has or had',
  velocity: 'many sign-ups from one network',
  not_prepared: 'not waiting for approval',
  no_operator: 'from before operators had accounts',
  own: 'prepared by you: another operator approves',
  no_address: 'no address yet',
  another_address: 'the address has changed',
  other_rows: 'its commissions add up to more',
  payout_address_shared: 'address on hold: used by several affiliates',
  payout_address_fresh: 'address is new and on hold',
  lapsed: 'claimed, benefits ended',
  not_ready: 'no report yet',
  alipay: 'Alipay',
  wechat: 'WeChat Pay',
  unionpay: 'UnionPay',
  epay1: 'EPay 1',
  epay2: 'EPay 2',
  epay3: 'EPay 3',
  aliyun: 'Aliyun SMS',
  twilio: 'Twilio',
  vless: 'VLESS',
  line_open: 'waits to be run',
  line_over: 'expired',
  reality: 'REALITY',
  tls: 'TLS',
  silent: 'provider did not respond',
  unreadable: 'cannot be read',
  ...alertTitles,
  ...Object.fromEntries(settingNames.map((name) => [name, settingFields[`set.${name}`]])),
}
