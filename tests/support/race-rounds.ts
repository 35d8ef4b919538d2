/**
 * Number of rounds of a race test: `full` for `npm run lab -- races`, otherwise the smaller one for the normal test
 * run.
 */
export const countRounds = (full: number, inTheGate: number): number => {
  const asked = process.env.RACE_ROUNDS
  if (asked === undefined) return inTheGate
  return asked === 'full' ? full : Math.min(full, Number(asked))
}
