import type { ActionName } from '#shared/contract/operator.ts'
import { isActionName } from '#console/client/action-traits.ts'

type Output = Readonly<Record<string, unknown>>
export type Came = { readonly name: ActionName; readonly input: Output; readonly output: Output }

/** Unwraps a granted proposal: its effects, including one-time secrets, are those of its action. */
export function effectsOf(name: ActionName, input: Output, given: unknown): Came {
  const output = (given ?? {}) as Output
  const { action } = output
  if (name !== 'approvals.grant' || typeof action !== 'string' || !isActionName(action)) return { name, input, output }
  return { name: action, input: (output.input ?? {}) as Output, output: (output.output ?? {}) as Output }
}
