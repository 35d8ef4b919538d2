import fields from './fields.ts'

const auth = {
  fields,
  login: {
    title: 'Welcome back.',
    lead: 'Same road, right where you left it.',
    submit: 'Log in',
    busy: 'Logging you in',
  },
  register: {
    title: 'Create your account.',
    lead: 'A name and a password will do. Email or phone work too.',
    submit: 'Create account',
    busy: 'Creating your account',
  },
  accountName: fields.accountName,
  password: fields.password,
  kinds: { label: 'Use', account_name: 'Name', email: 'Email', phone: 'Phone' },
  forgot: 'Forgot it?',
  inviteCode: 'Invite code',
  optional: 'optional',
  agreeBefore: 'I agree to the ',
  agreeTerms: 'User Agreement',
  agreeBetween: ' and ',
  agreePrivacy: 'Privacy Policy',
  agreeAfter: '',
  agreedOn: (date: string) => `You ticked this here on ${date}; they haven’t changed.`,
  checkInput: (count: number) =>
    count > 1 ? `Please check your input. ${count} things need fixing.` : 'Please check your input',
  passkey: 'Use a passkey',
  passkeyNone: 'No passkey was used. Try again, or log in with your password.',
  passkeyUnknown: 'This browser can’t use passkeys. Log in with your password.',
  passkeyNew: 'Sign up without a password: use a passkey',
  passkeyNotMade: 'No passkey was made, and no account. Try again, or use a password.',
  passkeyName: 'Made when signing up',
  eraseAt: (date: string) => `This account will be erased on ${date}. Log in before then to keep it.`,
  factor: {
    title: 'One more turn.',
    lead: 'Your account asks for a code from your authenticator app.',
    leadRecovery: 'Enter one of your recovery codes. It works once.',
    useRecovery: 'Use a recovery code',
    useApp: 'Use the authenticator app',
    submit: 'Continue',
    busy: 'Checking the code',
    back: 'Back to log in',
  },
}
export type AuthTexts = typeof auth
export default auth
