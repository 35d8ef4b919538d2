import type { ActionName } from '#shared/contract/operator.ts'
import type { ConsoleOutcome, ConsoleAct } from '#shared/console.ts'
import { postJson } from './ask.ts'
import { ConsoleError } from './console-error.ts'

/** Asks for a code and sends it. False: the operator would rather not. */
type FactorGate = () => Promise<boolean>
let askFactor: FactorGate = () => Promise.resolve(false)
export const openFactorGate = (gate: FactorGate): void => {
  askFactor = gate
}

/** Where it takes a code that was not given lately, the operator is asked, and it is done again. */
export async function withFactor<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ConsoleError && error.status === 'FactorNeeded')) throw error
    if (!(await askFactor())) throw error
    return work()
  }
}

/** Carries an action out, with a code where it takes one. `send`: who else reads what comes. */
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
