import type { operatorAccountActions } from '#shared/contract/operator/operators.ts'
import { listOperators, type OperatorRow } from '#server/modules/operators/operators.queries.ts'
import {
  changeOperatorRole,
  disableOperator,
  inviteOperator,
  resetOperator,
} from '#server/workflows/operators/manage-operators.ts'
import type { HandlersOf } from '../handler.ts'
import { momentText } from '../moment-text.ts'
import { found } from '../page.ts'

function stateOf({ demo, disabledAt, invitedUntil }: OperatorRow): string {
  if (demo) return 'demo'
  if (disabledAt) return `disabled ${momentText(disabledAt)}`
  return invitedUntil ? `invited until ${momentText(invitedUntil)}` : 'active'
}

export const operatorAccountHandlers: HandlersOf<typeof operatorAccountActions> = {
  async 'operators.list'(database) {
    const operators = (await listOperators(database)).map((row) => ({
      name: row.name,
      role: row.role,
      state: stateOf(row),
      since: row.createdAt,
      signedIn: row.seenAt,
    }))
    return found({ operators })
  },
  'operators.invite': inviteOperator,
  'operators.change': changeOperatorRole,
  'operators.reset-factor': resetOperator,
  'operators.disable': disableOperator,
}
