import { FirstRide } from '#web/features/start/first-ride.tsx'
import type { StartProps } from '#web/features/start/start-props.ts'
import { withQueries } from '#web/client/query-client.tsx'
import type { StartText } from '#web/text/en/start.ts'
import { defineIsland } from './define-island.ts'

export default defineIsland<StartProps, StartText>({
  name: 'start',
  component: withQueries(FirstRide),
  texts: { en: () => import('#web/text/en/start.ts'), 'zh-CN': () => import('#web/text/zh-CN/start.ts') },
})
