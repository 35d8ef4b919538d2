import type { WorkChallenge } from '#shared/work-challenge.ts'
import { solveWork } from '#shared/solve-work.ts'
import type { Answer } from './app.ts'

/** The puzzle that an answer offers, or undefined. */
export const workOf = ({ data }: Pick<Answer<unknown>, 'data'>): WorkChallenge | undefined =>
  (data as { work?: WorkChallenge } | null)?.work

/** The headers that make a call count once more, as a browser finds them; throws where no work was offered. */
export async function solved(answer: Answer<unknown>): Promise<{ work: string }> {
  const work = workOf(answer)
  if (!work) throw new Error(`no work was offered: ${answer.raw}`)
  return { work: await solveWork(work) }
}
