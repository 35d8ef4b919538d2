const ended = {
  tab: 'Ended',
  membershipOn: 'Your membership ended on',
  trialOn: 'Your free ride ended on',
  text: 'The app no longer connects. Nothing was charged.',
  again: (plan: string, sum: string) => `${plan} again, ${sum}`,
  plans: 'See all plans',
  accountStays: 'Your account stays',
  accountText: 'name, sign-ins, codes',
  devicesStay: (count: number) => (count === 1 ? 'Your device stays' : `Your ${count} devices stay`),
  devicesText: (count: number): string => (count === 1 ? 'it reconnects by itself' : 'they reconnect by themselves'),
  invitesStay: 'Your invites stay',
  invitesText: 'and count on',
}
export type EndedTexts = typeof ended
export default ended
