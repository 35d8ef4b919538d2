const wayBack = {
  title: 'Keep a way back in',
  text: 'No email on this account. Save recovery codes, or add an address for receipts and reminders.',
  passwordFirst:
    'Only a passkey opens this account. Make the password for the app: with it you can save recovery codes or add an email.',
  makePassword: 'Make a password',
  codes: 'Recovery codes',
  email: 'Add an email',
}
export type WayBackTexts = typeof wayBack
export default wayBack
