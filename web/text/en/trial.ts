const trial = {
  title: (minutes: number) => `Try it free for ${minutes} minutes`,
  description: (brand: string, minutes: number) =>
    `${minutes} minutes of ${brand} with everything included. No card, nothing renews.`,
  tab: 'Free trial',
  headline: (minutes: number) => `${minutes} minutes, everything included.`,
  lead: 'Once per account and once per device. When it ends, it ends: no card, no renewal, no reminder emails.',
  included: 'What is in it',
  includedList: ['All exits and routes', 'All your devices', 'Full speed'],
}
export default trial
export type TrialText = Omit<typeof trial, 'includedList'> & { includedList: string[] }
