import { formatMoney, money } from '#shared/money.ts'
import { findAffiliate } from '#server/modules/affiliates/affiliates.queries.ts'
import { commissionStates, stateOf } from '#server/modules/affiliates/commissions.rules.ts'
import { listLines } from '#server/modules/affiliates/commissions.service.ts'
import { formatDate, OpsError, type Action } from '../action.ts'
import { afterOption, lastId, printNext, readCursor } from '../read-cursor.ts'
import { requireUser } from './find-user.ts'

const pageSize = 200

export const commissionList: Action = {
  name: 'commission list',
  role: 'viewer',
  summary:
    'Lists the commissions of an affiliate and what took them back, the newest first. held: its hold is not over. review: kept out of settlements. payable: waits for the next one. settling: in one that is not paid.',
  usage: `--user UID [--state ${commissionStates.join('|')}] [--after ID]`,
  options: { user: { type: 'string' }, state: { type: 'string' }, ...afterOption },
  async run(context) {
    const state = commissionStates.find((known) => known === context.values.state) ?? null
    if (state === null && context.values.state !== undefined)
      throw new OpsError(`--state is one of ${commissionStates.join(', ')}.`)
    const { id, uid } = await requireUser(context)
    if (!(await findAffiliate(context.database, id))) throw new OpsError(`${uid} is no affiliate.`)
    const filter = { state, type: null, campaignId: null, from: null, to: null }
    const lines = await listLines(context.database, id, filter, readCursor(context, 'after', lastId), pageSize)
    if (lines.length === 0)
      return context.print(`${uid} has no ${state === null ? 'commission' : `commission that is ${state}`}.`)
    context.table(
      lines.map((line) => ({
        id: line.id,
        booked: formatDate(line.bookedAt),
        order: line.orderNumber,
        buyer: line.uid ?? 'erased',
        type: line.reverses === null ? line.type : 'taken back',
        rate: `${line.rateBps / 100} %`,
        amount: formatMoney(money(line.amountMinor, 'USD'), 'en'),
        state: stateOf(line, line.now),
        'held until': formatDate(line.heldUntil),
        review: line.reviewReason ?? '',
        settlement: line.settlementId ?? '',
      })),
    )
    printNext(context, lines, pageSize)
  },
}
