import type { ActionName } from '#shared/contract/operator.ts'
import { isActionName } from '#console/client/action-traits.ts'

type Output = Readonly<Record<string, unknown>>
/** What was done or would be: which action, with what, and what it came to. */
export type Came = { readonly name: ActionName; readonly input: Output; readonly output: Output }

/** A proposal that is granted comes to what its action comes to, secrets that are shown once among it. */
export function effectsOf(name: ActionName, input: Output, given: unknown): Came {
  const output = (given ?? {}) as Output
  const { action } = output
  if (name !== 'approvals.grant' || typeof action !== 'string' || !isActionName(action)) return { name, input, output }
  return { name: action, input: (output.input ?? {}) as Output, output: (output.output ?? {}) as Output }
}
