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

/** Carries an action out. Where it takes a code that was not given lately, the operator is asked, and it is sent again. */
export async function runAction(name: ActionName, request: ConsoleAct, isPoll = false): Promise<ConsoleOutcome> {
  try {
    return (await postJson(`actions/${name}`, request, isPoll)) as ConsoleOutcome
  } catch (error) {
    if (!(error instanceof ConsoleError && error.status === 'FactorNeeded')) throw error
    if (!(await askFactor())) throw error
    return (await postJson(`actions/${name}`, request)) as ConsoleOutcome
  }
}
