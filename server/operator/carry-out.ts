import { operatorActions, type ActionName } from '#shared/contract/operator.ts'
import { hasRole } from '#shared/contract/operator/roles.ts'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import type { Acting, ActDeps, Done, PartsDeps, Result } from '#server/platform/act.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { propose } from '#server/workflows/operators/second-person.ts'
import { findContestFault } from './find-contest-fault.ts'
import { findRoleFault } from './find-role-fault.ts'
import type { PlainAct, PlainHandler, PlainRead } from './handler.ts'
import { previewOf } from './preview-of.ts'
import { plainPart, rehearse, rehearsedDatabase, rehearsedPart, transact } from './rehearse.ts'

/** One wish of one operator, from whatever front. */
export type Wish = {
  readonly database: Database
  readonly config: Config
  readonly operator: Acting
  /** Everything is done and rolled back. */
  readonly preview?: boolean
  /** Sees to it that the second factor is fresh, or says why it is not; asked for only where an action needs it. */
  readonly confirm: () => Promise<Result<null>>
  readonly emit?: (step: unknown) => void
}

/** `input`: as it was understood. `proposal`: nothing was done, and another operator decides. */
export type Ran = {
  readonly input: Readonly<Record<string, unknown>>
  readonly output: unknown
  readonly proposal: { readonly id: string; readonly why: string } | null
}

/** Does what an action's handler says, with its audit row; or, for a preview, rolls everything back. */
export async function carryOut(
  name: ActionName,
  handler: PlainHandler,
  input: Readonly<Record<string, unknown>>,
  wish: Wish,
): Promise<Result<Ran>> {
  const { database, config, operator, preview = false, emit = () => {} } = wish
  const deps: ActDeps = { config, emit }
  if (operatorActions[name].kind === 'read')
    return ranOf(input, await (handler as PlainRead)(database, input, operator, deps))
  if (typeof handler === 'object' && 'parts' in handler) {
    const [view, part] = preview
      ? [rehearsedDatabase(database), rehearsedPart(database)]
      : [database, plainPart(database)]
    const audit: PartsDeps['audit'] = (tx, subject, details) =>
      recordAction(tx, auditRow(name, operator, { output: null, subject, details }))
    return ranOf(input, await handler.parts(view, input as never, operator, { ...deps, part, preview, audit }))
  }
  const { look, act } = typeof handler === 'function' ? { look: undefined, act: handler as PlainAct } : handler
  for (let isConfirmed = false; ; isConfirmed = true) {
    const mayKeep = ({ takesTwo, needs, asks }: Done<unknown>): boolean =>
      !asks &&
      typeof takesTwo !== 'string' &&
      (!needs || (hasRole(operator.role, needs.role) && (isConfirmed || !needs.stepUp)))
    const seen = await look?.(database, input, operator, deps)
    const work = async (tx: Transaction) => {
      const result = await act(tx, input, operator, deps, seen)
      if (result.ok) await recordAction(tx, auditRow(name, operator, result.value))
      return result
    }
    const acted = preview
      ? await rehearse(database, work)
      : await transact(database, work, (result) => result.ok && mayKeep(result.value))
    if (!acted.ok) return acted
    const { output, takesTwo, against = null, needs, asks } = acted.value
    if (preview || mayKeep(acted.value)) return { ok: true, value: { input, output, proposal: null } }
    if (asks) return { ok: false, refusal: asks }
    const missing = needs ? findRoleFault(name, needs, operator) : null
    if (missing) return missing
    if (typeof takesTwo === 'string') {
      const shown = JSON.stringify(previewOf(operatorActions[name].output, output))
      const proposal = { action: name, input, why: takesTwo, preview: shown, againstId: against }
      const id = await propose(database, proposal, operator, config)
      return { ok: true, value: { input, output, proposal: { id, why: takesTwo } } }
    }
    // It was rolled back, and is done anew once the code was given.
    const contest = await findContestFault(database, name, operator)
    if (contest) return contest
    const confirmed = await wish.confirm()
    if (!confirmed.ok) return confirmed
  }
}

const auditRow = (action: string, operator: Acting, { subject, details }: Done<unknown>) => ({
  operator: { id: operator.id, name: operator.name },
  action,
  subject,
  details,
})

const ranOf = (input: Ran['input'], result: Result<unknown>): Result<Ran> =>
  result.ok ? { ok: true, value: { input, output: result.value, proposal: null } } : result
