const noScript = {
  off: 'JavaScript is off.',
  offText: 'You can read everything here. Paying and logging in need it.',
  oldBrowser:
    'This browser is too old to pay or log in. You can read everything; to buy, update it or use another one.',
  accountTitle: 'The account needs JavaScript.',
  formTitle: 'This part needs JavaScript.',
  text: 'Prices, downloads, help and legal texts work without it. Logging in, paying and your account don’t.',
  sentTitle: 'This form needs JavaScript.',
  sentText: 'Nothing was done with what you filled in. Switch JavaScript on, reload the page and send it again.',
  reload: 'Reload',
  prices: 'See prices',
  stuck: 'Can’t switch it on?',
  support: 'Write to us.',
}
export default noScript
export type NoScriptText = typeof noScript

/** Text shown until a script has started the page. */
export const waiting = {
  loading: 'Loading',
}
export type WaitingText = typeof waiting
