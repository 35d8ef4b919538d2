const status = {
  clear: 'All clear',
  slow: 'Slow in places',
  down: 'Disrupted',
  askedNow: 'Checked just now',
  asked: (ago: string) => `Checked ${ago}`,
}
export default status
export type StatusText = typeof status
