const trial = {
  title: (minutes: number) => `Try it free for ${minutes} minutes`,
  description: (brand: string, minutes: number) =>
    `${minutes} minutes of ${brand} with everything included. No card, nothing renews.`,
  tab: 'Free trial',
  headline: (minutes: number) => `${minutes} minutes, everything included.`,
  lead: (minutes: number, days: number) =>
    `Your ${minutes} minutes start when you sign in to the app, within ${days}\u00a0${days === 1 ? 'day' : 'days'}. After that: no card, no renewal, no reminder emails.`,
  included: 'What’s included',
  includedList: [
    'All exits and routes',
    'One device, the one you sign in on',
    'Full speed',
    'Once per account and once per device',
  ],
}
export default trial
export type TrialText = Omit<typeof trial, 'includedList'> & { includedList: string[] }
