import { operatorActions, type ActionName } from '#shared/contract/operator.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import { AppError } from '#shared/errors.ts'
import { Refused, refuse, type Result } from '#server/platform/act.ts'
import { carryOut, type Ran, type Wish } from './carry-out.ts'
import { findContestFault } from './find-contest-fault.ts'
import { findRoleFault } from './find-role-fault.ts'
import type { Handlers, PlainHandler } from './handler.ts'
import { handlers } from './handlers.ts'
import { readInput } from './read-input.ts'

export type RunAction = (
  name: ActionName,
  given: () => Promise<Readonly<Record<string, unknown>>>,
  wish: Wish,
) => Promise<Result<Ran>>

/**
 * Runs an operator action: checks the role, parses the input, checks the second factor, runs in a transaction, applies
 * the second-operator rule, writes the audit row, then commits, or rolls back for a preview. A missing role is rejected
 * before anything is read, and an action that would be refused is refused before a code is asked for.
 */
export const createRunner =
  (known: Handlers): RunAction =>
  async (name, given, wish) => {
    const action: OperatorAction = operatorActions[name]
    const { preview = false, operator } = wish
    const allowed = findRoleFault(name, action, operator)
    if (allowed) return allowed
    const read = readInput(action.input, await given())
    if (!read.ok) return read
    const handler = known[name] as unknown as PlainHandler
    if (action.stepUp !== undefined) {
      const contest = await findContestFault(wish.database, name, operator)
      if (contest) return contest
      if (!preview) {
        const refused = action.kind === 'act' ? await findRefusal(name, handler, read.value, wish) : null
        if (refused) return refused
        const confirmed = await wish.confirm()
        if (!confirmed.ok) return confirmed
      }
    }
    const ran = await asResult(() => carryOut(name, handler, read.value, wish))
    if (!ran.ok && ran.refusal.keep && !preview) await wish.database.transaction(ran.refusal.keep)
    return ran
  }

/**
 * Runs the action without effect if a code would be asked for, and returns why it would be refused. A preview does not
 * wait for locks as the action does, so a preview refused as busy does not count as a refusal.
 */
async function findRefusal(
  name: ActionName,
  handler: PlainHandler,
  input: Readonly<Record<string, unknown>>,
  wish: Wish,
): Promise<Result<never> | null> {
  if (await wish.isConfirmed?.()) return null
  const rehearsed = await asResult(() => carryOut(name, handler, input, { ...wish, preview: true, emit: () => {} }))
  if (rehearsed.ok || rehearsed.refusal.sentence.code === 'action.isBusy') return null
  // A refusal that leaves a record, such as a failed approval, is only made after the code was given.
  return rehearsed.refusal.keep ? null : rehearsed
}

export const runAction = createRunner(handlers)

/** Converts `Refused` and `NotFound` errors to a rejection. All other errors are thrown again. */
export async function asResult<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refused) return { ok: false, refusal: error.refusal }
    if (error instanceof AppError && error.status === 'NotFound') return refuse('NotFound', 'action.notFound')
    throw error
  }
}
