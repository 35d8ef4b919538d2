import type { ActionName } from '#shared/contract/operator.ts'
import type { ConsoleOutcome, ConsoleAct } from '#shared/console.ts'
import { postJson } from './ask.ts'
import { ConsoleError } from './console-error.ts'

/** Asks the operator for a code of the second factor and sends it. Resolves with false if the operator cancels. */
type FactorGate = () => Promise<boolean>
let askFactor: FactorGate = () => Promise.resolve(false)
export const openFactorGate = (gate: FactorGate): void => {
  askFactor = gate
}

export async function withFactor<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ConsoleError && error.status === 'FactorNeeded')) throw error
    if (!(await askFactor())) throw error
    return work()
  }
}

/** Runs an action, after asking for the second factor if the server demands it. `send` replaces `fetch`. */
export async function runAction(
  name: ActionName,
  request: ConsoleAct,
  isPoll = false,
  send?: typeof fetch,
): Promise<ConsoleOutcome> {
  let isFirst = true
  return withFactor(async () => {
    const asksByItself = isPoll && isFirst
    isFirst = false
    return (await postJson(`actions/${name}`, request, asksByItself, send)) as ConsoleOutcome
  })
}
