import type { AlertKind } from '#shared/alerts.ts'
import { alertWordsEn } from '#shared/alert-words.en.ts'

const alertTitles = Object.fromEntries(
  Object.entries(alertWordsEn).map(([kind, { title }]) => [kind, title]),
) as Readonly<Record<AlertKind, string>>

/** Values whose name in code is not clear enough. */
export const values: Readonly<Record<string, string>> = {
  friends_payer: 'pays from the account of another friend',
  shared_device: 'has a device that someone else has or had',
  velocity: 'many sign-ups from one network',
  not_prepared: 'does not wait for approval',
  no_operator: 'from before operators had accounts',
  own: 'prepared by you: another operator approves',
  no_address: 'no address yet',
  another_address: 'another address by now',
  other_rows: 'its rows come to more',
  payout_address_shared: 'address is held: shared by several',
  payout_address_fresh: 'address rests',
  lapsed: 'claimed, benefits over',
  not_ready: 'no list yet',
  silent: 'provider did not answer',
  unreadable: 'cannot be read',
  ...alertTitles,
}
