import { AppError } from '#shared/errors.ts'
import { formatMoney, money } from '#shared/money.ts'
import { findGroup, findGroups, normalizeGroupId } from '#server/modules/groups/groups.service.ts'
import { listEvents, listRecent } from '#server/modules/groups/groups.queries.ts'
import { endGroupNow, previewEnd, type EndPreview } from '#server/workflows/groups/end-group.ts'
import { formatDate, OpsError, requireText, type Action, type OpsContext } from '../action.ts'
import { afterOption, printMore, readAfter } from '../read-cursor.ts'

const pageSize = 50
const statuses = ['unfinished', 'finished', 'expired', 'closed']
const groupOption = (context: OpsContext) => normalizeGroupId(requireText(context, 'group'))

/** What is not found is the operator's to mend. */
async function known<T>(groupId: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError && error.status === 'NotFound') throw new OpsError(`There is no group ${groupId}.`)
    throw error
  }
}

export const groupList: Action = {
  name: 'group list',
  role: 'viewer',
  summary: 'Lists the newest groups, or those of one status.',
  usage: '[--status unfinished|finished|expired|closed] [--after CODE]',
  options: { status: { type: 'string' }, ...afterOption },
  async run(context) {
    const { status = null } = context.values
    if (status !== null && (typeof status !== 'string' || !statuses.includes(status)))
      throw new OpsError(`--status is one of ${statuses.join(', ')}.`)
    const after = readAfter(context)
    const ids = (await listRecent(context.database, status, after && normalizeGroupId(after), pageSize)).map(
      ({ id }) => id,
    )
    if (ids.length === 0) return context.print('There is no such group.')
    context.table(
      (await findGroups(context.database, ids)).map((group) => ({
        group: group.id,
        plan: group.productNames.en,
        type: group.paymentType,
        seats: `${group.seats.filter(({ state }) => state === 'paid').length} of ${group.size} paid`,
        status: group.status,
        started: formatDate(group.createdAt),
        ends: formatDate(group.expiresAt),
      })),
    )
    printMore(context, ids.length, pageSize, ids.at(-1))
  },
}

export const groupShow: Action = {
  name: 'group show',
  role: 'viewer',
  summary: 'Shows a group: its seats, whose money pays for them, and everything that happened in it.',
  usage: '--group CODE',
  options: { group: { type: 'string' } },
  async run(context) {
    const groupId = groupOption(context)
    const group = await known(groupId, findGroup(context.database, groupId))
    const each = formatMoney(money(group.unitPriceMinor, group.currency), 'en')
    context.print(
      `${group.productNames.en}, ${group.size} people at ${each} each, ${group.paymentType}, ${group.status}; ends ${formatDate(group.expiresAt)}.`,
    )
    context.table(
      group.seats.map(({ seat, userId, state, orderId, leaseUntil, standingGrant }) => ({
        seat,
        user: userId ?? '',
        state,
        order: orderId,
        lease: state === 'held' ? formatDate(leaseUntil) : '',
        grant: standingGrant ?? '',
      })),
    )
    context.table(
      (await listEvents(context.database, groupId)).map(({ at, event, seat, userId, orderId, actor }) => ({
        at: formatDate(at),
        event,
        seat: seat ?? '',
        user: userId ?? '',
        order: orderId ?? '',
        by: actor,
      })),
    )
  },
}

const plural = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
const consequences = ({ status, refunds, cancels, unclaimed }: EndPreview): string =>
  status === 'finished'
    ? `stays finished; the time of ${plural(unclaimed, 'unclaimed seat')} goes to its creator`
    : `ends as ${status}; ${plural(refunds, 'order')} refunded, ${plural(cancels, 'order')} cancelled`

export const groupExpire: Action = {
  name: 'group expire',
  role: 'finance',
  stepUp: 'money',
  summary: 'Ends a group’s time now. An unfilled one expires and every payment goes back.',
  usage: '--group CODE --reason TEXT [--dry-run]',
  options: { group: { type: 'string' }, reason: { type: 'string' } },
  async run(context) {
    const groupId = groupOption(context)
    const reason = requireText(context, 'reason')
    if (context.dryRun) {
      const preview = await known(groupId, previewEnd(context.database, groupId))
      return context.print(`Group ${groupId} ${consequences(preview)}. Nothing was done.`)
    }
    const done = await known(groupId, endGroupNow(context.database, { groupId, reason, operator: context.operator }))
    context.print(`Group ${groupId} ${consequences(done)}; a running server or worker sends what goes back.`)
  },
}
