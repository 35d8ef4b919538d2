const trialClaim = {
  start: (minutes: number) => `Start my ${minutes} minutes`,
  starting: 'Starting…',
  signUpFirst: 'Sign up to start',
  logIn: 'I have an account',
  running: 'The clock is running',
  over: 'Your trial is over.',
  overText: 'If it went well, every plan goes further.',
  used: 'This trial has been used already, on this account or on one of its devices.',
  failed: 'The trial could not be started. Try again in a moment.',
  toDownload: 'Get the app',
  toPricing: 'See plans and prices',
  minutesLeft: (minutes: number) => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`,
}
export default trialClaim
export type TrialClaimText = typeof trialClaim
