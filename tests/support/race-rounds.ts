/** How often a race is run: `full` by `npm run races`, else as often as there is time for in the gate. */
export const countRounds = (full: number, inTheGate: number): number => {
  const asked = process.env.RACE_ROUNDS
  if (asked === undefined) return inTheGate
  return asked === 'full' ? full : Math.min(full, Number(asked))
}
