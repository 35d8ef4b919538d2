const count = (seconds: number | string) => `Resend in ${seconds} s`

const fields = {
  show: 'Show',
  hide: 'Hide',
  showLabel: 'Show password',
  hideLabel: 'Hide password',
  passwordHint: 'At least 8 characters',
  strength: ['Too short', 'Easy to guess', 'Fair', 'Good', 'Strong'],
  accountName: 'Account name',
  accountNameHint: '4 to 32 letters, digits, dots, dashes or underscores',
  email: 'Email',
  phone: 'Phone number',
  phoneHint: 'Or start with +',
  country: 'Country code',
  password: 'Password',
  newPassword: 'New password',
  code: 'Code',
  codeHint: '6 digits, sent to you when you ask',
  sendCode: 'Send code',
  resendCode: 'Send again',
  resendIn: count,
  codeSent: 'Sent. The code is good for 10 minutes; check the spam folder too.',
  authenticatorCode: 'Code from your authenticator app',
  recoveryCode: 'Recovery code',
  recoveryCodeHint: 'One of the ten that you printed or wrote down',
}
export type FieldTexts = typeof fields
export default fields
