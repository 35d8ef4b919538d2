import fields from './fields.ts'

const reset = {
  fields,
  title: 'Find your way back.',
  lead: 'Tell us which account, prove it’s yours, choose a new password.',
  steps: { label: 'Steps', who: 'Account', code: 'Code', password: 'New password' },
  kinds: { label: 'Find the account by', account_name: 'Name', email: 'Email', phone: 'Phone' },
  checkInput: 'Please check your input',
  sendCode: 'Send me a code',
  next: 'Continue',
  save: 'Set new password',
  back: 'Back',
  busy: 'One moment',
  sentTo: (address: string) => `If there is an account for ${address}, a code is on its way.`,
  nameText: 'An account name has no mailbox. Use one of the recovery codes that you printed.',
  useRecovery: 'Use a recovery code instead',
  useCode: 'Use a code instead',
  doneTitle: 'You’re back.',
  done: 'Your password is new, and every other device was signed out.',
  logIn: 'Log in',
}
export type ResetTexts = typeof reset
export default reset
