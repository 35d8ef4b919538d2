import auth from './auth.ts'

const signIn = {
  auth,
  close: 'Close',
  doors: { label: 'Your account', new: 'New here', login: 'I have an account' },
  newTitle: 'Here’s your account.',
  loginTitle: 'Log in and go on.',
  backTitle: 'Welcome back.',
  anotherName: 'Another name',
  ownName: 'Use my own',
  passkeyNote: 'No email, nothing to type. You sign in here with Face ID, a fingerprint or this device’s PIN.',
  usePasskey: 'Use a passkey',
  usePassword: 'Use a password',
  keepPassword: 'Password, made for you: keep it',
  copyPassword: 'Copy the password',
  copy: 'Copy',
  copied: 'Copied',
  saveFile: 'Save as a file',
  fileName: 'account.txt',
  file: (site: string, name: string, password: string) =>
    `Site: ${site}\nAccount name: ${name}\nPassword: ${password}\n`,
  ownPassword: 'Choose my own password',
  byAddress: 'Use email or phone',
  invited: (code: string) => `Invite code ${code} counts.`,
  keptAndPay: (sum: string) => `I’ve kept it. Pay ${sum}`,
  createAndPay: (sum: string) => `Make it mine and pay ${sum}`,
  loginAndPay: (sum: string) => `Log in and pay ${sum}`,
  keptAndGo: 'I’ve kept it. Go on',
  createAndGo: 'Make it mine and go on',
  loginAndGo: 'Log in and go on',
  nextFree: 'Next: your seat. Nothing is paid.',
  next: (method: string) => `Next: ${method}. Your stop, price and code are kept.`,
}
export type SignInTexts = typeof signIn
export default signIn
