import type { rewardCalls } from '#shared/contract/rewards.ts'
import { describeInvites } from '#server/workflows/affiliates/describe-invites.ts'
import type { IdentityDeps } from '#server/deps/identity-deps.ts'
import { describeBenefits, revealBenefit } from '#server/workflows/membership/use-benefits.ts'
import type { Handlers } from './register-calls.ts'

type Deps = Pick<IdentityDeps, 'database' | 'keyring'>

export const rewardHandlers = ({ database, keyring }: Deps, publicOrigin: string): Handlers<typeof rewardCalls> => ({
  '/api/system/system_refer_config': ({ before }, { userId, language }) =>
    describeInvites(database, userId, { before, language, publicOrigin }),
  '/api/system/system_benefits': (_input, { userId, language }) => describeBenefits(database, userId, language),
  '/api/system/system_user_benefits': ({ kind }, { userId }) => revealBenefit(database, keyring, userId, kind),
})
