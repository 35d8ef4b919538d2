const stage = {
  closed: 'The shop is closed. Only operators see it.',
  rehearsal: 'Rehearsal: this order counts nowhere.',
  leave: 'Leave',
}
export default stage
export type StageText = typeof stage
