import type { Static } from 'typebox'
import { alertActions, notificationActions } from './operator/alerts.ts'
import { apiKeyActions } from './operator/api-keys.ts'
import { auditActions } from './operator/audit.ts'
import { exportActions } from './operator/exports.ts'
import { importActions } from './operator/imports.ts'
import { figureActions } from './operator/figures.ts'
import { affiliateActions } from './operator/affiliates.ts'
import { caseActions } from './operator/cases.ts'
import { benefitActions } from './operator/benefits.ts'
import { clientActions } from './operator/clients.ts'
import { connectionActions } from './operator/connections.ts'
import { cryptoActions } from './operator/crypto.ts'
import { groupActions } from './operator/groups.ts'
import { keyActions } from './operator/keys.ts'
import { ledgerActions } from './operator/ledger.ts'
import { limitActions } from './operator/limits.ts'
import { mailingActions } from './operator/mailings.ts'
import { messageActions } from './operator/messages.ts'
import { nodeActions } from './operator/nodes.ts'
import { approvalActions, operatorAccountActions } from './operator/operators.ts'
import { orderActions } from './operator/orders.ts'
import { payerActions } from './operator/payers.ts'
import { payoutActions, termsActions } from './operator/payouts.ts'
import { orderPageActions } from './operator/order-page.ts'
import { personActs } from './operator/people-acts.ts'
import { personPageActions } from './operator/people-page.ts'
import { peopleActions } from './operator/people.ts'
import { planActions } from './operator/plans.ts'
import { promoActions, redeemActions } from './operator/promos.ts'
import { reviewActions } from './operator/reviews.ts'
import { searchActions } from './operator/search.ts'
import { methodActions, rehearsalActions, routeActions, settingActions, shopActions } from './operator/settings.ts'
import { errorActions, jobActions, marketingActions, smsActions } from './operator/system.ts'
import { canaryActions, contentActions } from './operator/texts.ts'
import { textActs, textReads } from './operator/text-drafts.ts'
import { tunnelActions } from './operator/tunnels.ts'
import { viewActions } from './operator/views.ts'
import { webhookActions } from './operator/webhooks.ts'

/**
 * Registry of all operator actions by name. The command line with its help and output, permissions, two-operator
 * approval, audit log names and their documentation are derived from it.
 */
export const operatorActions = {
  ...searchActions,
  ...personPageActions,
  ...peopleActions,
  ...personActs,
  ...orderPageActions,
  ...orderActions,
  ...reviewActions,
  ...messageActions,
  ...mailingActions,
  ...viewActions,
  ...keyActions,
  ...ledgerActions,
  ...payerActions,
  ...groupActions,
  ...planActions,
  ...promoActions,
  ...redeemActions,
  ...affiliateActions,
  ...caseActions,
  ...payoutActions,
  ...termsActions,
  ...benefitActions,
  ...cryptoActions,
  ...textReads,
  ...textActs,
  ...contentActions,
  ...clientActions,
  ...canaryActions,
  ...jobActions,
  ...errorActions,
  ...smsActions,
  ...marketingActions,
  ...operatorAccountActions,
  ...limitActions,
  ...settingActions,
  ...shopActions,
  ...rehearsalActions,
  ...methodActions,
  ...routeActions,
  ...tunnelActions,
  ...nodeActions,
  ...alertActions,
  ...notificationActions,
  ...connectionActions,
  ...webhookActions,
  ...apiKeyActions,
  ...auditActions,
  ...figureActions,
  ...exportActions,
  ...importActions,
  ...approvalActions,
}
export type OperatorActions = typeof operatorActions
export type ActionName = keyof OperatorActions
export const actionNames = Object.keys(operatorActions) as ActionName[]
export type ActionInput<N extends ActionName> = Static<OperatorActions[N]['input']>
export type ActionOutput<N extends ActionName> = Static<OperatorActions[N]['output']>
