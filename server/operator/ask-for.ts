import type { ActionName } from '#shared/contract/operator.ts'
import { refuse, type Act } from '#server/platform/act.ts'
import { sentence } from '#text/sentence.ts'

/**
 * Turns an action into a request: support asks, and an operator with permission decides. If the action itself needs two
 * operators, an authorised one must prepare it, because a request by support is no first approval.
 */
export const askFor =
  <N extends ActionName>(name: N, act: Act<N>): Act<N> =>
  async (...given) => {
    const asked = await act(...given)
    if (!asked.ok) return asked
    const { takesTwo, ...wish } = asked.value
    if (takesTwo) return refuse('NotPossible', sentence('proposal.byFinance', { why: takesTwo }))
    return {
      ok: true,
      value: { ...wish, takesTwo: sentence('proposal.supportAsks'), proposes: name },
    }
  }
