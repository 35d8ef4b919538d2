import { solveWork, type WorkChallenge } from '#shared/solve-work.ts'
import type { Answer } from './app.ts'

export const workOf = ({ data }: Pick<Answer<unknown>, 'data'>): WorkChallenge | undefined =>
  (data as { work?: WorkChallenge } | null)?.work

/** Headers with the solved puzzle; throws if none was offered. */
export async function solved(answer: Answer<unknown>): Promise<{ work: string }> {
  const work = workOf(answer)
  if (!work) throw new Error(`no work was offered: ${answer.raw}`)
  return { work: await solveWork(work) }
}
