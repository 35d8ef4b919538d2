/** Texts about the state of a membership or trial that the account area and the start page share. */
export const trialTime = {
  left: (minutes: string) => `Left of your ${minutes}`,
  ends: (time: string) => `Ends ${time}. One device at once.`,
  timeLeft: 'Time left of the free ride',
  minutesLeft: (minutes: number) => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left of the free ride`,
  timeIsUp: 'The free ride is over.',
}
export type TrialTimeTexts = typeof trialTime

export const ended = {
  tab: 'Ended',
  membershipOn: 'Your membership ended on',
  trialOn: 'Your free ride ended on',
  text: 'The app no longer connects. Nothing was charged.',
  again: (plan: string, sum: string) => `${plan} again, ${sum}`,
  plans: 'See all plans',
  accountStays: 'Your account stays',
  accountText: 'name, sign-ins, codes',
  devicesStay: (count: number) => (count === 1 ? 'Your device stays' : `Your ${count} devices stay`),
  devicesText: (count: number): string =>
    count === 1 ? 'it reconnects automatically' : 'they reconnect automatically',
  invitesStay: 'Your invites stay',
  invitesText: 'and still count',
}
export type EndedTexts = typeof ended

export const wayBack = {
  title: 'Don’t get locked out',
  text: 'No email on this account. Save recovery codes, or add an address for receipts and reminders.',
  passwordFirst:
    'So far you can log in only with a passkey. Make a password for the app first: you need it to save recovery codes or add an email.',
  makePassword: 'Make a password',
  codes: 'Recovery codes',
  email: 'Add an email',
}
export type RecoveryTexts = typeof wayBack
