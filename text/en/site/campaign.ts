const campaign = {
  label: 'Remember how you came here?',
  text: (days: number) =>
    `May we keep the code of your link for ${days} days, so that the person who sent you gets the credit?`,
  greeting: (name: string | null, trial: string) =>
    `${name === null ? 'A friend’s link' : `${name}’s link`}: ${trial} free.`,
  named: (name: string, days: number) =>
    `May we keep its code for ${days} days, so that ${name} gets the credit and you the free time?`,
  tryFree: (trial: string) => `Try ${trial} free`,
  yes: 'Keep it',
  no: 'No, this tab only',
}
export default campaign
export type CampaignText = typeof campaign
