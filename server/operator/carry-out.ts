import { operatorActions, type ActionName, type ActionOutput } from '#shared/contract/operator.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import { hasRole } from '#shared/contract/operator/roles.ts'
import type { Sentence } from '#shared/sentence.ts'
import { listDoneSince } from '#server/modules/audit/audit.queries.ts'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import { spendPress } from '#server/modules/operators/presses.service.ts'
import type { Acting, ActDeps, Done, PartsDeps, Result } from '#server/platform/act.ts'
import { hintDesk } from '#server/platform/desk-hints.queries.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { propose, requirePlaceForProposal } from '#server/workflows/operators/second-person.ts'
import { applyReach } from './apply-reach.ts'
import { findContestFault } from './find-contest-fault.ts'
import { findRoleFault } from './find-role-fault.ts'
import type { PlainAct, PlainHandler, PlainRead } from './handler.ts'
import { areSameEffects, type Seen } from './effects.rules.ts'
import { findEdited } from './find-edited.ts'
import { previewOf, withoutFresh } from './preview-of.ts'
import { resolveInput, storableInput } from './resolve-input.ts'
import { plainPart, rehearse, rehearsedDatabase, rehearsedPart, transact } from '#server/platform/rehearse.ts'

export type Wish = {
  readonly database: Database
  readonly config: Config
  readonly operator: Acting
  /** Executes everything, then rolls back. */
  readonly preview?: boolean
  /** Requires a fresh second factor, or returns why it is missing; called only if the action needs it. */
  readonly confirm: () => Promise<Result<null>>
  readonly emit?: (step: unknown) => void
  /** Preview that the decision was based on; if the effect would differ now, nothing is executed. */
  readonly seen?: Seen | undefined
  /** Version of the values in the form; if they have changed, nothing is executed. */
  readonly expect?: string | undefined
  /** Idempotency key of one submission. */
  readonly press?: string | undefined
}

/**
 * `input`: as parsed. `proposal`: not executed; another operator must approve. `takesTwo`: in a preview, the reason why
 * approval will be needed. `isOther`: not executed; the effect would differ from the preview.
 */
export type Ran = {
  readonly input: Readonly<Record<string, unknown>>
  readonly output: unknown
  readonly proposal: { readonly id: string; readonly why: Sentence } | null
  readonly takesTwo?: Sentence | null
  readonly isOther?: true
  /** Actions on the same subject since the preview, newest first. */
  readonly meanwhile?: readonly { readonly at: Date; readonly operator: string; readonly action: string }[]
  /** Database time of the preview; `in parts`: cannot be compared later. */
  readonly rehearsed?: Date | 'in parts'
}

const mostTold = 5

export async function carryOut(
  name: ActionName,
  handler: PlainHandler,
  typed: Readonly<Record<string, unknown>>,
  wish: Wish,
): Promise<Result<Ran>> {
  const { database, config, operator, preview = false, emit = () => {}, seen: decidedOn } = wish
  const action: OperatorAction = operatorActions[name]
  const press = async (tx: Transaction) => {
    if (wish.press !== undefined && !preview) await spendPress(tx, wish.press, operator.id)
  }
  const deps: ActDeps = { config, emit }
  const confirm = async () => (await findContestFault(database, name, operator)) ?? wish.confirm()
  if (action.kind === 'read')
    return ranOf(typed, await (handler as PlainRead)(database, typed, operator, { ...deps, confirm }))
  const resolved = await resolveInput(database, action, typed)
  if (!resolved.ok) return resolved
  const input = resolved.value
  if (typeof handler === 'object' && 'parts' in handler) {
    const [view, part] = preview
      ? [rehearsedDatabase(database), rehearsedPart(database)]
      : [database, plainPart(database)]
    await database.transaction(press)
    const audit: PartsDeps['audit'] = (tx, subject, details) =>
      recordAction(tx, auditRow(name, operator, { output: null, subject, details }))
    const result = await handler.parts(view, input as never, operator, { ...deps, part, preview, audit })
    const ran = ranOf(input, result)
    return ran.ok && preview ? { ok: true, value: { ...ran.value, rehearsed: 'in parts' } } : ran
  }
  const { look, kept, act } =
    typeof handler === 'function' ? { look: undefined, kept: undefined, act: handler as PlainAct } : handler
  for (let isConfirmed = false; ; isConfirmed = true) {
    const isOther = ({ output }: Done<unknown>, now: Date): boolean =>
      decidedOn !== undefined &&
      !areSameEffects(decidedOn.effects, comparedOf(name, output), now.getTime() - decidedOn.at.getTime())
    const mayKeep = ({ takesTwo, needs, asks }: Done<unknown>): boolean =>
      !asks && !takesTwo && (!needs || (hasRole(operator.role, needs.role) && (isConfirmed || !needs.stepUp)))
    const seen = await look?.(database, input, operator, deps)
    let other = false
    let at = new Date(0)
    const work = async (tx: Transaction) => {
      at = tx.now
      await press(tx)
      const edited = kept && wish.expect !== undefined ? await findEdited(tx, kept, input, deps, wish.expect) : null
      if (edited) return edited
      const acted = await act(tx, input, operator, deps, seen)
      const result = acted.ok ? { ok: true as const, value: await applyReach(tx, name, operator, acted.value) } : acted
      if (result.ok && !result.value.goesOn) await recordAction(tx, auditRow(name, operator, result.value))
      if (result.ok) await hintDesk(tx)
      other = result.ok && !preview && isOther(result.value, tx.now)
      return result
    }
    const acted = preview
      ? await rehearse(database, work)
      : await transact(database, work, (result) => result.ok && !other && mayKeep(result.value))
    if (!acted.ok) return acted
    const { output, takesTwo = null, against = null, needs, asks } = acted.value
    if (preview && takesTwo) await requirePlaceForProposal(database, operator.id)
    if (preview) return { ok: true, value: { input, output, proposal: null, takesTwo, rehearsed: at } }
    if (asks) return { ok: false, refusal: asks }
    if (other) {
      const meanwhile = decidedOn ? await listDoneSince(database, acted.value.subject, decidedOn.at, mostTold) : []
      return {
        ok: true,
        value: { input, output, proposal: null, takesTwo, isOther: true, rehearsed: at, meanwhile },
      }
    }
    if (mayKeep(acted.value)) return { ok: true, value: { input, output, proposal: null } }
    const missing = needs ? findRoleFault(name, needs, operator) : null
    if (missing) return missing
    if (takesTwo && (isConfirmed || !needs?.stepUp)) {
      // Newly generated values were rolled back, so nobody may see them.
      const shown = withoutFresh(action.output, output)
      const proposal = {
        action: acted.value.proposes ?? name,
        input,
        kept: storableInput(action, input),
        why: takesTwo,
        preview: previewOf(action.output, output),
        againstId: against,
      }
      const id = await propose(database, proposal, operator, config, press)
      return { ok: true, value: { input, output: shown, proposal: { id, why: takesTwo } } }
    }
    // Was rolled back; runs again after the code was given.
    const confirmed = await confirm()
    if (!confirmed.ok) return confirmed
  }
}

/** Output for front ends: JSON without newly generated values. */
export const wireOf = (name: ActionName, output: unknown): unknown => asJson(effectsOf(name, output))
/** Part of the output that tells if a later run has the same effect. */
export const comparedOf = (name: ActionName, output: unknown): unknown => asJson(effectsOf(name, output, true))
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null') as unknown

/** For a granted proposal the output of the inner action counts; its newly generated values are removed too. */
function effectsOf(name: ActionName, output: unknown, isCompared = false): unknown {
  const shown = previewOf(operatorActions[name].output, output, isCompared)
  if (name !== 'approvals.grant') return shown
  const granted = shown as ActionOutput<'approvals.grant'>
  return {
    ...granted,
    output: previewOf(operatorActions[granted.action as ActionName].output, granted.output, isCompared),
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
