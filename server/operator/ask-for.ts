import type { ActionName } from '#shared/contract/operator.ts'
import { refuse, type Act } from '#server/platform/act.ts'

/**
 * Support asks, and another operator, of a role that may do it, decides. What takes two of these is prepared by one of them: a second
 * look by who may not do it would be none.
 */
export const askFor =
  <N extends ActionName>(name: N, act: Act<N>): Act<N> =>
  async (...given) => {
    const asked = await act(...given)
    if (!asked.ok) return asked
    const { takesTwo, ...wish } = asked.value
    if (typeof takesTwo === 'string') return refuse('NotPossible', `${takesTwo} Have finance prepare it.`)
    return {
      ok: true,
      value: { ...wish, takesTwo: 'Support asks for this, and finance or an owner decides.', proposes: name },
    }
  }
