const status = {
  clear: 'All clear',
  slow: 'Slow in places',
  down: 'Disrupted',
  asked: (ago: string) => `Checked ${ago}`,
}
export default status
export type StatusText = typeof status
