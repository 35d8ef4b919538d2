import auth from './auth.ts'
import type { Method } from '#shared/method.ts'
import paidBy from './paid-by.ts'

const signIn = {
  auth,
  close: 'Close',
  doors: { label: 'Your account', new: 'New here', login: 'I have an account' },
  newTitle: 'Create your account.',
  loginTitle: 'Log in to continue.',
  backTitle: 'Welcome back.',
  anotherName: 'Another name',
  ownName: 'Use my own',
  passkeyNote: 'No email, nothing to type. You sign in here with Face ID, a fingerprint or this device’s PIN.',
  usePasskey: 'Use a passkey',
  usePassword: 'Use a password',
  keepPassword: 'Your password (save it now)',
  copyPassword: 'Copy the password',
  copy: 'Copy',
  copied: 'Copied',
  saveFile: 'Save as a file',
  fileName: 'account.txt',
  file: (site: string, name: string, password: string) =>
    `Site: ${site}\nAccount name: ${name}\nPassword: ${password}\n`,
  ownPassword: 'Choose my own password',
  byAddress: 'Use email or phone',
  invited: (code: string) => `Invite code ${code} will be applied.`,
  keptAndPay: (sum: string) => `I’ve saved it. Pay ${sum}`,
  createAndPay: (sum: string) => `Create account and pay ${sum}`,
  loginAndPay: (sum: string) => `Log in and pay ${sum}`,
  keptAndGo: 'I’ve saved it. Continue',
  createAndGo: 'Create account and continue',
  loginAndGo: 'Log in and continue',
  nextFree: 'Next: your seat. There is nothing to pay.',
  nextGroup: (method: Method) => `Next: pay ${paidBy[method]}. Your group and its price are saved.`,
  next: (method: Method) => `Next: pay ${paidBy[method]}. Your plan, price and code are saved.`,
}
export type SignInTexts = typeof signIn
export default signIn
