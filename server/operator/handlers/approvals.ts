import { operatorActions, type ActionName } from '#shared/contract/operator.ts'
import { requestActionOf } from '#shared/contract/operator/asking.ts'
import type { approvalActions } from '#shared/contract/operator/operators.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import { decideProposal, listOpenProposals, type Proposal } from '#server/modules/operators/proposals.queries.ts'
import type { Proposed } from '#server/modules/operators/proposals.service.ts'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import { done, refuse, Refused, type Acting, type ActDeps, type LookAct, type Result } from '#server/platform/act.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import {
  closeProposal,
  noLongerAllowed,
  requireProposal,
  requireProposed,
  requireSecondPerson,
  stopProposalBy,
} from '#server/workflows/operators/second-person.ts'
import { notifyAllOwners } from '#server/workflows/operators/notify-operators.ts'
import { hasRole } from '#shared/contract/operator/roles.ts'
import { contestFault } from '../find-contest-fault.ts'
import { applyReach, guardFor, withCode } from '../apply-reach.ts'
import { findRoleFault } from '../find-role-fault.ts'
import { areSameEffects } from '../effects.rules.ts'
import type { Handlers, HandlersOf, PlainAct, PlainLook } from '../handler.ts'
import { firstId, found, page, momentText } from '../page.ts'
import { previewOf } from '../preview-of.ts'
import { maskInput, shownInput } from '../resolve-input.ts'
import { rehearse } from '#server/platform/rehearse.ts'
import { sentence } from '#text/sentence.ts'
import { say } from '#text/say.ts'

const pageSize = 100
type Prepared = {
  readonly proposal: Proposal
  readonly name: ActionName
  readonly action: OperatorAction
  readonly look: PlainLook | undefined
  readonly act: PlainAct
}
type Opened = Prepared & Proposed

export function createApprovals(others: Partial<Handlers>): HandlersOf<typeof approvalActions> {
  async function prepared(db: Queryable, id: string): Promise<Prepared> {
    const proposal = await requireProposal(db, id)
    const name = proposal.action as ActionName
    const handler = others[name] as PlainAct | { look?: PlainLook; act: PlainAct } | undefined
    if (!handler) throw new Refused('NotPossible', sentence('proposal.unknownAction', { action: proposal.action }))
    const { look, act } = typeof handler === 'function' ? { look: undefined, act: handler } : handler
    return { proposal, name, action: operatorActions[name], look, act }
  }
  async function opened(db: Queryable, id: string, { config }: ActDeps): Promise<Opened> {
    const inner = await prepared(db, id)
    return { ...inner, ...requireProposed(inner.proposal, config) }
  }
  const lookAt = ({ look, input }: Opened, database: Database, operator: Acting, deps: ActDeps) =>
    look?.(database, input, operator, deps)

  const grant: LookAct<'approvals.grant', { inner: Opened; seen: unknown }> = {
    async look(database, { id }, operator, deps) {
      const inner = await opened(database, id, deps)
      const fault = findRoleFault(inner.name, inner.action, operator)
      if (fault && !fault.ok) throw new Refused(fault.refusal.status, fault.refusal.sentence)
      return { inner, seen: await lookAt(inner, database, operator, deps) }
    },
    async act(tx, { id }, operator, deps, { inner: { proposal, name, action, act, input, preview }, seen }) {
      const asking = requestActionOf(name)
      const { isEntitled, firstRole } = await requireSecondPerson(
        tx,
        proposal,
        operator,
        deps.config,
        action.role,
        asking && operatorActions[asking].role,
      )
      const contest = proposal.againstId === null ? await contestFault(tx, operator) : null
      if (contest) return contest
      await closeProposal(tx, proposal, { state: 'done', by: operator.id, note: null })
      const acted = await orRefusal(() =>
        act(tx, input, operator, { ...deps, preparedBy: proposal.preparedById, isPreparerEntitled: isEntitled }, seen),
      )
      // Records that the approved action failed. It is never retried; the operator must prepare it again.
      if (!acted.ok)
        return refuse(acted.refusal.status, acted.refusal.sentence, (own) =>
          decideProposal(own, id, { state: 'failed', by: operator.id, note: say('en', acted.refusal.sentence) }),
        )
      const { output, subject, details, takesTwo, needs } = acted.value
      const isGuarded = guardFor(name).kind !== 'none'
      // Both operators need a permission that only the execution showed to be necessary.
      const missing = needs ? findRoleFault(name, needs, operator) : null
      if (missing) return missing
      if (needs && (firstRole === undefined || !hasRole(firstRole, needs.role)))
        return refuse('Forbidden', noLongerAllowed(proposal))
      // The action turned out to need two authorised operators, and the proposer is not one.
      if (takesTwo && !isEntitled) return refuse('NotPossible', takesTwo)
      // Time since the preview, plus a minute, because the preview may be up to a minute older than the proposal.
      const passedMs = tx.now.getTime() - proposal.preparedAt.getTime() + 60_000
      if (!areSameEffects(comparedOf(action, preview), comparedOf(action, output), passedMs))
        return refuse('NotPossible', sentence('proposal.differs', { operator: proposal.preparedBy }))
      const { id: operatorId, name: by } = operator
      const { preparedBy, preparedById } = proposal
      // An action that two operators decided counts against neither one's daily limit.
      const audited = isGuarded ? { ...(details as object), preparedBy: preparedById } : details
      await recordAction(tx, { operator: { id: operatorId, name: by }, action: name, subject, details: audited })
      if (isEntitled) await notifyAllOwners(tx, deps.config, { kind: 'granted', action: name, by, preparedBy })
      const about = { action: name, preparedBy, preparedById }
      return done({ action: name, input: shownInput(action, input), output }, `proposal ${id}`, about, {
        needs: isGuarded ? withCode(action, needs) : (needs ?? action),
      })
    },
  }

  return {
    'approvals.list': async (database, { after = firstId }) =>
      page(
        await listOpenProposals(database, after, pageSize),
        pageSize,
        ({ id }) => id,
        ({ id, action, why, preparedBy, preparedAt }) => ({
          id,
          action,
          why,
          prepared: `${preparedBy}, ${momentText(preparedAt)}`,
        }),
      ),
    // Effects and texts of proposals may contain personal data, which viewers must not see.
    async 'approvals.show'(database, { id }, operator, deps) {
      const inner = await prepared(database, id)
      const { proposal, name, action, act } = inner
      const { why, preparedBy, preparedAt, stoppedAt } = proposal
      const told = { action: name, why, preparedBy, preparedAt, stoppedAt }
      if (!hasRole(operator.role, 'support'))
        return found({
          ...told,
          input: maskInput(action, proposal.kept),
          before: null,
          now: null,
          refusal: sentence('proposal.effectsHidden'),
          whyNow: null,
        })
      const { input, preview } = requireProposed(proposal, deps.config)
      const now = await orRefusal(async () => {
        const seen = await lookAt({ ...inner, input, preview }, database, operator, deps)
        return rehearse(database, async (tx) => {
          const acted = await act(tx, input, operator, { ...deps, preparedBy: proposal.preparedById }, seen)
          return acted.ok ? { ok: true as const, value: await applyReach(tx, name, operator, acted.value) } : acted
        })
      })
      return found({
        ...told,
        input: shownInput(action, input),
        before: preview,
        now: now.ok ? previewOf(action.output, now.value.output) : null,
        refusal: now.ok ? null : now.refusal.sentence,
        whyNow: now.ok ? (now.value.takesTwo ?? null) : null,
      })
    },
    'approvals.grant': grant,
    async 'approvals.refuse'(tx, { id, reason }, operator, { config }) {
      const { proposal, name, action } = await prepared(tx, id)
      const fault = proposal.preparedById === operator.id ? null : findRoleFault(name, { role: action.role }, operator)
      if (fault) return fault
      if (proposal.againstId === operator.id) {
        await stopProposalBy(tx, proposal, config, operator.name)
        return done({ action: name, outcome: sentence('proposal.stoppedByConcerned') }, `proposal ${id}`, {
          action: name,
          reason,
          stopped: true,
        })
      }
      await closeProposal(tx, proposal, { state: 'refused', by: operator.id, note: reason })
      return done({ action: name, outcome: sentence('proposal.refused') }, `proposal ${id}`, { action: name, reason })
    },
  }
}

const comparedOf = (action: OperatorAction, output: unknown): unknown =>
  JSON.parse(JSON.stringify(previewOf(action.output, output, true)) ?? 'null') as unknown

async function orRefusal<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refused) return { ok: false, refusal: error.refusal }
    throw error
  }
}
