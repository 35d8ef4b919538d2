const trialClaim = {
  keep: (minutes: string) => `Keep my ${minutes}`,
  startNow: (minutes: string) => `Start my ${minutes}`,
  busy: 'One moment…',
  signUpFirst: 'Sign up to keep them',
  logIn: 'I have an account',
  armed: (minutes: string, day: string) => `Your ${minutes} start when you sign in to the app. Do that by ${day}.`,
  running: (time: string) => `Your free ride is running, until ${time}.`,
  over: 'You have used your free ride. To go on, choose a plan.',
  lapsed: (day: string) => `Your free ride was not used by ${day} and has lapsed.`,
  refusals: {
    MembershipRuns: 'You have a membership already, so you don’t need a trial.',
    TrialUsedOnDevice: 'Your device has had a free ride with another account.',
    TrialNotOffered: 'There is no free ride at the moment.',
  },
  failed: 'That didn’t work. Try again in a moment.',
  retry: 'Try again',
  toStart: 'To the three stops',
  toPricing: 'See plans and prices',
}
export default trialClaim
export type TrialClaimText = typeof trialClaim
