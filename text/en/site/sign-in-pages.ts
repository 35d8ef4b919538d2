const entry = {
  doors: 'Account',
  logIn: 'Log in',
  register: 'Create an account',
  reset: 'Reset password',
  loginDescription: 'Log in to see your membership, your orders and your devices.',
  registerDescription: 'Choose an account name and a password. Email and phone number are up to you.',
  resetDescription: 'Forgot your password? Set a new one with a code or a recovery code.',
  noSignUps: 'Sign-up is not open yet',
  noSignUpsText: 'New accounts open once our terms of service are published. Please come back later.',
  support: 'Contact support',
}
export default entry
export type EntryText = typeof entry
