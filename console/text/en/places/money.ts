const money = {
  tabs: {
    reconciliation: 'Reconciliation',
    crypto: 'Crypto',
    exports: 'Exports',
    ledger: 'Ledger',
    more: 'All actions',
  },
  show: 'Details',
  runs: 'Runs',
  differences: 'Differs, and waits for a person',
  decide: 'Decide',
  decided: 'What was decided',
  pools: 'Addresses to receive at',
  pool: 'Pool',
  free: 'Free',
  total: 'In all',
  askNodes: 'Ask the nodes what lies where',
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
