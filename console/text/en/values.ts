import { alertWordsEn } from '#shared/alert-words.en.ts'

/** Words that the product keeps, where they do not speak for themselves. */
const values: Readonly<Record<string, string>> = {
  friends_payer: 'pays from the account of another friend',
  shared_device: 'has a device that someone else has or had',
  velocity: 'many sign-ups from one network',
  lapsed: 'claimed, benefits over',
  ...Object.fromEntries(Object.entries(alertWordsEn).map(([kind, { title }]) => [kind, title])),
}
export default values
