const reasons = {
  self: 'It was your own account.',
  cycle: 'You were invited by them.',
  device: 'They use one of your devices.',
  velocity: 'Too many sign-ups at once.',
  rules: 'It is against our rules.',
}
export type ReferralReasons = typeof reasons
export default reasons
