import { operatorActions, type ActionName, type ActionOutput } from '#shared/contract/operator.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import { hasRole } from '#shared/contract/operator/roles.ts'
import type { Sentence } from '#shared/sentence.ts'
import { listDoneSince } from '#server/modules/audit/audit.queries.ts'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import { spendSubmission } from '#server/modules/operators/operators.service.ts'
import type { Acting, ActDeps, Done, PartsDeps, Result } from '#server/platform/act.ts'
import { hintDesk } from '#server/platform/desk-hints.queries.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { readsFrom, type Reads } from '#server/platform/replica.ts'
import { propose, requirePlaceForProposal } from '#server/workflows/operators/second-person.ts'
import { applyReach } from './apply-reach.ts'
import { effectLines } from './effect-lines.ts'
import { findContestFault } from './find-contest-fault.ts'
import { findRoleFault } from './find-role-fault.ts'
import type { PlainAct, PlainHandler, PlainParts, PlainRead, PlainSteps } from './handler.ts'
import { areSameEffects, type Seen } from './effects.rules.ts'
import { findEdited, findUnchanged } from './find-edited.ts'
import { previewOf, withoutFresh } from './preview-of.ts'
import { resolveInput, shownInput, storableInput } from './resolve-input.ts'
import { plainPart, rehearse, rehearsedDatabase, rehearsedPart, transact } from '#server/platform/rehearse.ts'

export type Wish = {
  readonly database: Database
  /** Answers the read actions that may be up to a second old (`mayLag`). Absent: `database` does. */
  readonly reads?: Reads
  readonly config: Config
  readonly operator: Acting
  readonly preview?: boolean
  /** Requires a fresh second factor, or returns why it is missing. Called only if the action needs one. */
  readonly confirm: () => Promise<Result<null>>
  /** True if the second factor is still fresh, so that the operator will not be asked for a code. */
  readonly isConfirmed?: () => Promise<boolean>
  readonly emit?: (step: unknown) => void
  /** Preview on which the operator decided. If the effect would differ now, nothing is executed. */
  readonly seen?: Seen | undefined
  /** Version of the values with which the form was filled. If they have changed since, nothing is executed. */
  readonly expect?: string | undefined
  readonly submission?: string | undefined
}

/**
 * Result of an action. `proposal`: not executed, because another operator must approve. `takesTwo`: in a preview, why
 * another operator must approve. `isOther`: not executed, because the effect would differ from the preview.
 */
export type Ran = {
  readonly input: Readonly<Record<string, unknown>>
  readonly output: unknown
  readonly proposal: { readonly id: string; readonly why: Sentence; readonly isYours: boolean } | null
  readonly takesTwo?: Sentence | null
  readonly isOther?: true
  readonly meanwhile?: readonly { readonly at: Date; readonly operator: string; readonly action: string }[]
  /** Database time of the preview. `in parts`: the action cannot be compared with its preview. */
  readonly rehearsed?: Date | 'in parts'
}

const mostTold = 5

type Call = {
  readonly name: ActionName
  readonly action: OperatorAction
  readonly input: Readonly<Record<string, unknown>>
  readonly wish: Wish
  readonly deps: ActDeps
}

export async function carryOut(
  name: ActionName,
  handler: PlainHandler,
  typed: Readonly<Record<string, unknown>>,
  wish: Wish,
): Promise<Result<Ran>> {
  const { database, config, operator, emit = () => {} } = wish
  const action: OperatorAction = operatorActions[name]
  const deps: ActDeps = { config, emit }
  if (action.kind === 'read') {
    const confirm = () => confirmOnce({ name, wish })
    const reads = (action.mayLag && wish.reads) || readsFrom(database)
    const answer = await reads((from) => (handler as PlainRead)(from, typed, operator, { ...deps, confirm }), {
      isRepeatable: action.stream === undefined,
    })
    return ranOf(shownInput(action, typed), answer)
  }
  const resolved = await resolveInput(database, action, typed)
  if (!resolved.ok) return resolved
  const call: Call = { name, action, input: resolved.value, wish, deps }
  if (typeof handler === 'object' && 'parts' in handler) return actInParts(call, handler.parts)
  const steps = typeof handler === 'function' ? { act: handler as PlainAct } : handler
  for (let isConfirmed = false; ; isConfirmed = true) {
    const attempt = await tryAct(call, steps, isConfirmed)
    if (!attempt.ok) return attempt
    const answer = await decide(call, attempt.value, isConfirmed)
    if (answer !== 'confirm first') return answer
    // The first run was rolled back; the action runs again after the second factor was given.
    const confirmed = await confirmOnce(call)
    if (!confirmed.ok) return confirmed
  }
}

const confirmOnce = async ({ name, wish }: Pick<Call, 'name' | 'wish'>): Promise<Result<null>> =>
  (await findContestFault(wish.database, name, wish.operator)) ?? wish.confirm()

/** Records the submission of the form in the transaction of its effect, so that a repeated submission has no effect. */
async function spend(tx: Transaction, { submission, operator }: Wish): Promise<void> {
  if (submission !== undefined) await spendSubmission(tx, submission, operator.id)
}

async function actInParts({ name, input, wish, deps }: Call, parts: PlainParts['parts']): Promise<Result<Ran>> {
  const { database, operator, preview = false } = wish
  const [view, part] = preview
    ? [rehearsedDatabase(database), rehearsedPart(database)]
    : [database, plainPart(database)]
  await view.transaction((tx) => spend(tx, wish))
  const audit: PartsDeps['audit'] = (tx, subject, details) =>
    recordAction(tx, auditRow(name, operator, { output: null, subject, details }))
  const ran = ranOf(
    shownInput(operatorActions[name], input),
    await parts(view, input as never, operator, { ...deps, part, preview, audit }),
  )
  return ran.ok && preview ? { ok: true, value: { ...ran.value, rehearsed: 'in parts' } } : ran
}

type Attempt = { readonly done: Done<unknown>; readonly at: Date; readonly isOther: boolean }

async function tryAct(
  { name, input, wish, deps }: Call,
  { look, kept, act }: PlainSteps,
  isConfirmed: boolean,
): Promise<Result<Attempt>> {
  const { database, operator, preview = false, seen: decidedOn } = wish
  const seen = await look?.(database, input, operator, deps)
  const work = async (tx: Transaction): Promise<Result<Attempt>> => {
    await spend(tx, wish)
    const before = kept && (await kept(tx, input, deps))
    const edited = before && wish.expect !== undefined ? await findEdited(tx, before, deps, wish.expect) : null
    if (edited) return edited
    const acted = await act(tx, input, operator, deps, seen)
    if (!acted.ok) return acted
    const unchanged = kept && before && findUnchanged(before, await kept(tx, input, deps))
    if (unchanged) return unchanged
    const finished = await applyReach(tx, name, operator, acted.value)
    if (!finished.goesOn) await recordAction(tx, auditRow(name, operator, finished))
    await hintDesk(tx)
    const isOther =
      !preview &&
      decidedOn !== undefined &&
      !areSameEffects(decidedOn.effects, comparedOf(name, finished.output), tx.now.getTime() - decidedOn.at.getTime())
    return { ok: true, value: { done: finished, at: tx.now, isOther } }
  }
  return preview
    ? rehearse(database, work)
    : transact(
        database,
        work,
        (result) => result.ok && !result.value.isOther && mayKeep(result.value.done, operator, isConfirmed),
      )
}

const mayKeep = ({ takesTwo, needs }: Done<unknown>, { role }: Acting, isConfirmed: boolean): boolean =>
  !takesTwo && (!needs || (hasRole(role, needs.role) && (isConfirmed || !needs.stepUp)))

async function decide(
  call: Call,
  { done, at, isOther }: Attempt,
  isConfirmed: boolean,
): Promise<Result<Ran> | 'confirm first'> {
  const { name, action, wish } = call
  const input = shownInput(action, call.input)
  const { database, operator, preview = false, seen: decidedOn } = wish
  const { output, takesTwo = null, needs } = done
  const missing = needs ? findRoleFault(name, needs, operator) : null
  if (preview) {
    if (missing) return missing
    const contest = needs?.stepUp ? await findContestFault(database, name, operator) : null
    if (contest) return contest
    if (takesTwo) await requirePlaceForProposal(database, operator.id)
    return { ok: true, value: { input, output, proposal: null, takesTwo, rehearsed: at } }
  }
  if (isOther) {
    const meanwhile = decidedOn ? await listDoneSince(database, done.subject, decidedOn.at, mostTold) : []
    return { ok: true, value: { input, output, proposal: null, takesTwo, isOther: true, rehearsed: at, meanwhile } }
  }
  if (mayKeep(done, operator, isConfirmed)) return { ok: true, value: { input, output, proposal: null } }
  if (missing) return missing
  return takesTwo && (isConfirmed || !needs?.stepUp) ? proposeAct(call, done, takesTwo) : 'confirm first'
}

/**
 * Saves the action as a proposal for a second operator. Leaves out values generated in the run, such as codes, because
 * the run was rolled back.
 */
async function proposeAct(
  { name, action, input, wish }: Call,
  { output, proposes, against = null }: Done<unknown>,
  why: Sentence,
): Promise<Result<Ran>> {
  const { database, config, operator } = wish
  const proposal = {
    action: proposes ?? name,
    input,
    kept: storableInput(action, input),
    why,
    preview: previewOf(action.output, output),
    againstId: against,
  }
  const effects = { name: proposal.action, input, output: withoutFresh(action.output, output) as Call['input'] }
  const { id, isYours } = await propose(database, proposal, operator, {
    config,
    first: (tx) => spend(tx, wish),
    effectsFor: (reader) => effectLines(effects, reader),
  })
  return {
    ok: true,
    value: {
      input: shownInput(action, input),
      output: withoutFresh(action.output, output),
      proposal: { id, why, isYours },
    },
  }
}

export const wireOf = (name: ActionName, output: unknown): unknown => asJson(effectsOf(name, output))
/** Part of an action's output that is compared to tell whether a later run has the same effect. */
export const comparedOf = (name: ActionName, output: unknown): unknown => asJson(effectsOf(name, output, true))
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null') as unknown

/**
 * Output without new values. An approval contains the output of the action that it approves, so that is reduced too.
 */
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
