const keys = {
  title: 'Keyboard shortcuts',
  find: 'Search and commands',
  go: 'Go to a page: G, then its letter',
  rows: 'Next and previous row',
  open: 'Open the row',
  help: 'Show this list',
  esc: 'Close',
  single: 'Use single-key shortcuts',
  singleHint: 'Turn this off if dictation or another tool types for you.',
}
export default keys
export type KeysText = typeof keys
