import type { Handlers } from './handler.ts'
import { caseHandlers } from './handlers/cases.ts'
import { affiliateHandlers, payoutHandlers, termsHandlers } from './handlers/affiliates.ts'
import { alertHandlers, notificationHandlers } from './handlers/alerts.ts'
import { auditHandlers } from './handlers/audit.ts'
import { connectionHandlers } from './handlers/connections.ts'
import { createApprovals } from './handlers/approvals.ts'
import { cryptoHandlers } from './handlers/crypto.ts'
import { exportHandlers } from './handlers/exports.ts'
import { figureHandlers } from './handlers/figures.ts'
import { importHandlers } from './handlers/imports.ts'
import { groupHandlers } from './handlers/groups.ts'
import { ledgerHandlers } from './handlers/ledger.ts'
import { mailingHandlers } from './handlers/mailings.ts'
import { messageHandlers } from './handlers/messages.ts'
import { nodeHandlers } from './handlers/nodes.ts'
import { limitHandlers, operatorAccountHandlers, viewHandlers } from './handlers/operators.ts'
import { orderHandlers } from './handlers/orders.ts'
import { deskHandlers } from './handlers/desk.ts'
import { peopleHandlers, personActHandlers } from './handlers/people.ts'
import { payerHandlers, reviewHandlers } from './handlers/reviews.ts'
import { benefitHandlers, planHandlers, promoHandlers, redeemHandlers } from './handlers/shop.ts'
import { methodHandlers, rehearsalHandlers, routeHandlers, settingHandlers, shopHandlers } from './handlers/settings.ts'
import { errorHandlers, jobHandlers, keyHandlers, marketingHandlers, smsHandlers } from './handlers/system.ts'
import { canaryHandlers, clientHandlers, contentHandlers } from './handlers/texts.ts'
import { apiKeyHandlers, webhookHandlers } from './handlers/webhooks.ts'
import { textHandlers } from './handlers/text-drafts.ts'
import { tunnelHandlers } from './handlers/tunnels.ts'

const others = {
  ...deskHandlers,
  ...peopleHandlers,
  ...personActHandlers,
  ...orderHandlers,
  ...reviewHandlers,
  ...messageHandlers,
  ...mailingHandlers,
  ...viewHandlers,
  ...ledgerHandlers,
  ...payerHandlers,
  ...groupHandlers,
  ...planHandlers,
  ...promoHandlers,
  ...redeemHandlers,
  ...affiliateHandlers,
  ...caseHandlers,
  ...payoutHandlers,
  ...termsHandlers,
  ...benefitHandlers,
  ...cryptoHandlers,
  ...textHandlers,
  ...contentHandlers,
  ...clientHandlers,
  ...canaryHandlers,
  ...keyHandlers,
  ...jobHandlers,
  ...errorHandlers,
  ...smsHandlers,
  ...marketingHandlers,
  ...operatorAccountHandlers,
  ...limitHandlers,
  ...connectionHandlers,
  ...settingHandlers,
  ...shopHandlers,
  ...rehearsalHandlers,
  ...methodHandlers,
  ...routeHandlers,
  ...tunnelHandlers,
  ...nodeHandlers,
  ...alertHandlers,
  ...notificationHandlers,
  ...webhookHandlers,
  ...apiKeyHandlers,
  ...auditHandlers,
  ...figureHandlers,
  ...exportHandlers,
  ...importHandlers,
}

export const handlers: Handlers = { ...others, ...createApprovals(others) }
