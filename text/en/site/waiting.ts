const waiting = {
  loading: 'Loading',
  account: 'My account',
}
export default waiting
export type WaitingText = typeof waiting
