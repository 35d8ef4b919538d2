const money = {
  tabs: { exports: 'Exports', ledger: 'Ledger', more: 'All actions' },
  parts: 'Parts of money',
  start: 'Start an export',
  save: 'Save',
  saving: 'Saving…',
  notSaved: 'The file could not be read: it is over, or the network is away. Try again.',
  verify: 'Prove the ledger',
  right: 'The ledger is right.',
  wrong: 'What is wrong',
}
export default money
export type MoneyText = typeof money
