import { listOpenProposals } from '#server/modules/operators/proposals.queries.ts'
import {
  carryOut,
  ProposalRefused,
  refuseProposal,
  requireProposal,
  requireSecondPerson,
} from '#server/workflows/operators/second-person.ts'
import { formatDate, OpsError, requireText, type Action, type OpsContext } from '../action.ts'
import { previewOf } from '../preview.ts'
import { printNext, readCursor } from '../read-cursor.ts'

/** What the workflow refuses is for the operator to mend. */
const mendable = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof ProposalRefused ? new OpsError(error.message, { cause: error }) : error
  })

const id = { id: { type: 'string' } } as const
const pageSize = 100

async function openProposal(context: OpsContext, actions: readonly Action[]) {
  const given = requireText(context, 'id')
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(given)) throw new OpsError('--id is one of "approval list".')
  const proposal = await mendable(requireProposal(context.database, given))
  const action = actions.find(({ name }) => name === proposal.action)
  if (!action) throw new OpsError(`This release has no command "${proposal.action}": refuse the proposal.`)
  const inner = {
    ...context,
    values: proposal.options as OpsContext['values'],
    files: proposal.files as NonNullable<OpsContext['files']>,
  }
  return { proposal, action, inner }
}

/** Deciding about what other commands prepared. */
export const createApprovals = (actions: readonly Action[]): readonly Action[] => [
  {
    name: 'approval list',
    role: 'viewer',
    summary: 'Lists what waits for a second operator, the oldest first.',
    usage: '[--after ID]',
    options: { after: { type: 'string' } },
    async run(context) {
      const open = await listOpenProposals(context.database, readCursor(context, 'after'), pageSize)
      if (open.length === 0) return context.print('Nothing waits for a second operator.')
      context.table(
        open.map((each) => ({
          id: each.id,
          command: each.action,
          why: each.why,
          prepared: `${each.preparedBy}, ${formatDate(each.preparedAt)}`,
        })),
      )
      printNext(context, open, pageSize)
    },
  },
  {
    name: 'approval show',
    role: 'viewer',
    summary: 'Shows what was prepared, what it would have done then, and what it would do now.',
    usage: '--id ID',
    options: id,
    async run(context) {
      const { proposal, action, inner } = await openProposal(context, actions)
      context.print(
        `${proposal.action}, prepared by ${proposal.preparedBy} on ${formatDate(proposal.preparedAt)}: ${proposal.why}`,
      )
      for (const [name, value] of Object.entries(inner.values)) context.print(`  --${name} ${String(value)}`)
      context.print('Then:')
      context.printText(proposal.preview)
      context.print('Now:')
      context.printText(await previewOf(action, inner))
    },
  },
  {
    name: 'approval grant',
    role: 'viewer',
    summary:
      'Does what another operator prepared. It takes the role that the command takes, and a code where the command asks for one.',
    usage: '--id ID [--dry-run]',
    options: id,
    async run(context) {
      const { proposal, action, inner } = await openProposal(context, actions)
      await context.need(action)
      const decider = { ...context.operator, role: context.role }
      await mendable(requireSecondPerson(context.database, proposal, decider, action.role))
      const preview = await previewOf(action, inner)
      context.printText(preview)
      if (preview !== proposal.preview)
        throw new OpsError(
          `That is not what ${proposal.preparedBy} saw. Nothing was done: look at both with "approval show", and prepare it anew.`,
        )
      if (context.dryRun) return
      await mendable(
        carryOut(context.database, proposal, context.operator, (database) =>
          action.run({ ...inner, database, isApproved: true }),
        ),
      )
    },
  },
  {
    name: 'approval refuse',
    role: 'viewer',
    summary: 'Ends a proposal, also one of your own.',
    usage: '--id ID --reason TEXT [--dry-run]',
    options: { ...id, reason: { type: 'string' } },
    async run(context) {
      const reason = requireText(context, 'reason')
      const { proposal, action } = await openProposal(context, actions)
      if (proposal.preparedById !== context.operator.id) await context.need({ role: action.role })
      if (context.dryRun) return context.print('Would refuse it.')
      await mendable(refuseProposal(context.database, proposal, context.operator, reason))
      context.print('Refused.')
    },
  },
]
