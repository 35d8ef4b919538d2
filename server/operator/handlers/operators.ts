import { hasRole } from '#shared/contract/operator/roles.ts'
import type { operatorAccountActions } from '#shared/contract/operator/operators.ts'
import { listLastActs } from '#server/modules/audit/audit.queries.ts'
import { listOperators, type OperatorRow } from '#server/modules/operators/operators.queries.ts'
import { maskAddress, openAddress } from '#server/modules/operators/operators.service.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import {
  keptRole,
  changeOperatorRole,
  disableOperator,
  inviteOperator,
  resetOperator,
} from '#server/workflows/operators/manage-operators.ts'
import { setOwnAddress } from '#server/workflows/operators/set-address.ts'
import type { HandlersOf } from '../handler.ts'
import { found, momentText } from '../page.ts'
import type { Sentence } from '#shared/sentence.ts'
import { sentence } from '#text/sentence.ts'
import type { viewActions } from '#shared/contract/operator/views.ts'
import { dropView, keepView, nameView, showViews } from '#server/workflows/operators/keep-views.ts'
import type { limitActions } from '#shared/contract/operator/limits.ts'
import { operatorLimitNames, operatorLimitTable } from '#shared/operator-limits.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { changeLimits, keptLimits } from '#server/workflows/operators/change-limits.ts'

function stateOf({ demo, disabledAt, invitedUntil }: OperatorRow): Sentence | string {
  if (demo) return 'demo'
  if (disabledAt) return sentence('operator.disabledAt', { at: momentText(disabledAt) })
  return invitedUntil ? sentence('operator.invitedUntil', { until: momentText(invitedUntil) }) : 'active'
}

/**
 * Hides the sign-in state of other operators from all but owners, because it would help an attacker to choose a target.
 */
const unseen = { app: null, passkeys: null, signedIn: null, lastAct: null }

export const operatorAccountHandlers: HandlersOf<typeof operatorAccountActions> = {
  async 'operators.list'(database, _input, me, { config }) {
    const keyring = createKeyring(config.secretKey)
    const addressOf = (operator: { id: string; sealedEmail: Buffer | null }): string => {
      const email = openAddress(keyring, operator)
      return email === null ? '' : maskAddress(email)
    }
    const rows = await listOperators(database)
    const acts = await listLastActs(
      database,
      rows.map(({ name }) => name),
    )
    const lastActs = new Map(acts.map(({ operator, at }) => [operator, at]))
    const operators = rows.map((row) => ({
      name: row.name,
      role: row.role,
      state: stateOf(row),
      address: addressOf(row),
      since: row.createdAt,
      ...(hasRole(me.role, 'owner') || row.id === me.id
        ? {
            app: !row.demo && row.invitedUntil === null,
            passkeys: row.passkeys,
            signedIn: row.seenAt,
            lastAct: lastActs.get(row.name) ?? null,
          }
        : unseen),
    }))
    return found({ operators })
  },
  'operators.invite': inviteOperator,
  'operators.change': { kept: keptRole, act: changeOperatorRole },
  'operators.reset-factor': resetOperator,
  'operators.set-address': setOwnAddress,
  'operators.disable': disableOperator,
}

export const viewHandlers: HandlersOf<typeof viewActions> = {
  'views.list': showViews,
  'views.save': keepView,
  'views.rename': nameView,
  'views.remove': dropView,
}

export const limitHandlers: HandlersOf<typeof limitActions> = {
  async 'limits.show'(database) {
    const { operatorLimits } = await readSettings(database)
    const limits = operatorLimitNames.map((limit) => {
      const { default: usual, from, to } = operatorLimitTable[limit]
      return { limit, now: operatorLimits[limit], default: usual, bounds: `${from} to ${to}` }
    })
    return found({ limits })
  },
  'limits.change': { kept: keptLimits, act: changeLimits },
}
