import type { Handlers } from './handler.ts'
import { affiliateHandlers, payoutHandlers, termsHandlers } from './handlers/affiliates.ts'
import { auditHandlers } from './handlers/audit.ts'
import { createApprovals } from './handlers/approvals.ts'
import { cryptoHandlers } from './handlers/crypto.ts'
import { exportHandlers } from './handlers/exports.ts'
import { figureHandlers } from './handlers/figures.ts'
import { groupHandlers } from './handlers/groups.ts'
import { limitHandlers } from './handlers/limits.ts'
import { ledgerHandlers } from './handlers/ledger.ts'
import { messageHandlers } from './handlers/messages.ts'
import { nodeHandlers } from './handlers/nodes.ts'
import { operatorAccountHandlers } from './handlers/operators.ts'
import { orderHandlers } from './handlers/orders.ts'
import { deskHandlers } from './handlers/desk.ts'
import { peopleHandlers, personActHandlers } from './handlers/people.ts'
import { reviewHandlers } from './handlers/reviews.ts'
import { benefitHandlers, planHandlers, promoHandlers, redeemHandlers } from './handlers/shop.ts'
import { methodHandlers, settingHandlers } from './handlers/settings.ts'
import { errorHandlers, jobHandlers, marketingHandlers, smsHandlers } from './handlers/system.ts'
import { canaryHandlers, contentHandlers } from './handlers/texts.ts'
import { tunnelHandlers } from './handlers/tunnels.ts'

const others = {
  ...deskHandlers,
  ...peopleHandlers,
  ...personActHandlers,
  ...orderHandlers,
  ...reviewHandlers,
  ...messageHandlers,
  ...ledgerHandlers,
  ...groupHandlers,
  ...planHandlers,
  ...promoHandlers,
  ...redeemHandlers,
  ...affiliateHandlers,
  ...payoutHandlers,
  ...termsHandlers,
  ...benefitHandlers,
  ...cryptoHandlers,
  ...contentHandlers,
  ...canaryHandlers,
  ...jobHandlers,
  ...errorHandlers,
  ...smsHandlers,
  ...marketingHandlers,
  ...operatorAccountHandlers,
  ...limitHandlers,
  ...settingHandlers,
  ...methodHandlers,
  ...tunnelHandlers,
  ...nodeHandlers,
  ...auditHandlers,
  ...figureHandlers,
  ...exportHandlers,
}

/** How each action of the registry is done; one that is missing does not compile. */
export const handlers: Handlers = { ...others, ...createApprovals(others) }
