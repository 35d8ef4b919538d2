import { accountCalls } from './account.ts'
import { affiliateCalls } from './affiliate.ts'
import { cryptoCalls } from './crypto.ts'
import { deviceCalls } from './device.ts'
import { groupCalls } from './group.ts'
import { identityCalls } from './identity.ts'
import { messageCalls } from './message.ts'
import { paymentCalls } from './payment.ts'
import { rewardCalls } from './rewards.ts'
import { rideCalls } from './ride.ts'
import { securityCalls } from './security.ts'
import { supportCalls } from './support.ts'
import { systemCalls } from './system.ts'
import { tunnelCalls } from './tunnel.ts'

export const contract = {
  ...accountCalls,
  ...identityCalls,
  ...deviceCalls,
  ...rideCalls,
  ...securityCalls,
  ...messageCalls,
  ...supportCalls,
  ...systemCalls,
  ...paymentCalls,
  ...cryptoCalls,
  ...rewardCalls,
  ...affiliateCalls,
  ...groupCalls,
  ...tunnelCalls,
}
export type CustomerContract = typeof contract
