import { FirstRide } from '#web/features/start/first-ride.tsx'
import { withQueries } from '#web/client/query-client.tsx'
import type { StartText } from '#text/en/site/start.ts'
import { defineIsland } from './define-island.ts'
import type { StartProps } from '#web/features/start/setup-steps.tsx'

export default defineIsland<StartProps, StartText>({
  name: 'start',
  component: withQueries(FirstRide),
  texts: { en: () => import('#text/en/site/start.ts'), 'zh-CN': () => import('#text/zh-CN/site/start.ts') },
})
