const keys = {
  title: 'Keys',
  find: 'Find or do',
  go: 'To a place: G, then its letter',
  rows: 'Next and previous row',
  open: 'Open the row',
  help: 'This list',
  esc: 'Close what is open',
  single: 'Keys without Ctrl work',
  singleHint: 'Off, where dictation or another tool types by itself.',
}
export default keys
export type KeysText = typeof keys
