const loginCode = {
  switchTitle: 'Switch accounts?',
  switchText: (here: string, other: string) =>
    `You’re logged in here as ${here}. The app wants to open the account with the user ID ${other}.`,
  switchYes: 'Switch',
  switchNo: 'Stay logged in as I am',
  refusedTitle: 'That link didn’t work',
  ok: 'OK',
}
export type LoginCodeTexts = typeof loginCode
export default loginCode
