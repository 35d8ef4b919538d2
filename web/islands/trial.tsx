import { TrialClaim } from '#web/features/trial/trial-claim.tsx'
import type { TrialClaimText } from '#text/en/site/trial-claim.ts'
import { defineIsland } from './define-island.ts'

export default defineIsland<object, TrialClaimText>({
  name: 'trial',
  component: TrialClaim,
  texts: { en: () => import('#text/en/site/trial-claim.ts'), 'zh-CN': () => import('#text/zh-CN/site/trial-claim.ts') },
})
