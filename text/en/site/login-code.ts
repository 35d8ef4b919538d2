const loginCode = {
  title: 'Log in to this account?',
  opens: 'This link logs you in as',
  nameless: 'Account without a name',
  id: (end: string) => `User ID ending in ${end}`,
  text: 'Log in only if you opened this link yourself, from your own app. If someone sent it to you, it is their account: anything you buy here would be theirs.',
  here: (name: string) => `You are logged in here as ${name}. Logging in logs you out of that account.`,
  yes: 'Log in',
  no: 'Don’t log in',
  stay: (name: string) => `Stay logged in as ${name}`,
  refusedTitle: 'That link didn’t work',
  ok: 'OK',
}
export type LoginCodeTexts = typeof loginCode
export default loginCode
