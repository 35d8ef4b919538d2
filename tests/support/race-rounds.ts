/**
 * Number of rounds of a race test: `inTheGate` in the normal test run; `full` for `npm run lab -- races`, or fewer
 * with `--rounds`.
 */
export const countRounds = (full: number, inTheGate: number): number => {
  const asked = process.env.RACE_ROUNDS
  if (asked === undefined) return inTheGate
  return asked === 'full' ? full : Math.min(full, Number(asked))
}
