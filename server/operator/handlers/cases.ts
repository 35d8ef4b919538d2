import type { caseActions } from '#shared/contract/operator/cases.ts'
import { listOpenCases } from '#server/modules/risk/events.queries.ts'
import { refuse } from '#server/platform/act.ts'
import { releaseCase, voidCase } from '#server/workflows/affiliates/decide-case.ts'
import { showCase } from '#server/workflows/desk/show-case.ts'
import { blockPayersOfCase, unblockPayersOfCase } from '#server/workflows/payments/review/block-payers.ts'
import { showPayersOfCase } from '#server/workflows/desk/show-payers-of-case.ts'
import type { HandlersOf } from '../handler.ts'
import { found, page } from '../page.ts'

const pageSize = 100

export const caseHandlers: HandlersOf<typeof caseActions> = {
  'cases.list': async (database, { after = null }) =>
    page(
      await listOpenCases(database, after, pageSize),
      pageSize,
      ({ id }) => id,
      ({ id, openedAt, people, rules }) => ({ id, since: openedAt, people, rules: rules.join(', ') }),
    ),
  async 'cases.show'(database, { id }) {
    const shown = await showCase(database, id)
    return shown ? found(shown) : refuse('NotFound', 'case.unknown')
  },
  async 'cases.payers'(database, { id }) {
    const shown = await showPayersOfCase(database, id)
    return shown ? found(shown) : refuse('NotFound', 'case.unknown')
  },
  'cases.block-payers': blockPayersOfCase,
  'cases.unblock-payers': unblockPayersOfCase,
  'cases.release': releaseCase,
  'cases.void': voidCase,
}
