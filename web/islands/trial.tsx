import { TrialClaim } from '#web/features/trial/trial-claim.tsx'
import type { TrialClaimText } from '#web/text/en/trial-claim.ts'
import { defineIsland } from './define-island.ts'

export default defineIsland<object, TrialClaimText>({
  name: 'trial',
  component: TrialClaim,
  texts: { en: () => import('#web/text/en/trial-claim.ts'), 'zh-CN': () => import('#web/text/zh-CN/trial-claim.ts') },
})
