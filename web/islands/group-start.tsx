import { StartGroup, type StartGroupProps } from '#web/features/groups/start/start-group.tsx'
import { withQueries } from '#web/client/query-client.tsx'
import type { GroupTexts } from '#text/en/site/groups.ts'
import { defineIsland } from './define-island.ts'
import { withSheet, type WithSheet } from './sign-in-part.ts'

export default defineIsland<WithSheet<StartGroupProps>, GroupTexts>({
  name: 'group-start',
  component: withQueries(withSheet(StartGroup)),
  texts: { en: () => import('#text/en/site/groups.ts'), 'zh-CN': () => import('#text/zh-CN/site/groups.ts') },
})
