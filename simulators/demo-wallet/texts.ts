const en = {
  name: 'Demo wallet',
  connectTitle: 'Connect this page?',
  connectText: 'It will see your address and balance, and can ask for payments.',
  connect: 'Connect',
  switchTitle: 'Switch to Local chain?',
  switchText: 'The wallet is on Ethereum. This page asks for another network.',
  switch: 'Switch',
  sendTitle: (amount: string) => `Send ${amount}?`,
  confirm: 'Confirm',
  reject: 'Reject',
  to: 'To',
  account: 'Account',
  network: 'Network',
  noMoney: 'For trying things out: test tokens of the local chain, no real money.',
}
const zh: typeof en = {
  name: '演示钱包',
  connectTitle: '连接这个页面？',
  connectText: '页面会看到你的地址和余额，并可以请你付款。',
  connect: '连接',
  switchTitle: '切换到 Local chain？',
  switchText: '钱包现在在 Ethereum 上，页面需要用另一个网络。',
  switch: '切换',
  sendTitle: (amount) => `转出 ${amount}？`,
  confirm: '确认',
  reject: '拒绝',
  to: '收款地址',
  account: '账户',
  network: '网络',
  noMoney: '仅供试用：用的是本地测试链上的测试币，不涉及真钱。',
}
export const demoWalletTexts = { en, 'zh-CN': zh }

/** Those of the language that the page is in right now. */
export const textsNow = () => demoWalletTexts[document.documentElement.lang === 'zh-CN' ? 'zh-CN' : 'en']
