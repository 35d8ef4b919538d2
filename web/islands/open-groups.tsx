import { OpenGroups } from '#web/features/groups/page/open-groups.tsx'
import { withQueries } from '#web/client/query-client.tsx'
import type { OpenGroupsTexts } from '#web/text/en/open-groups.ts'
import { defineIsland } from './define-island.ts'

export default defineIsland<object, OpenGroupsTexts>({
  name: 'open-groups',
  component: withQueries(OpenGroups),
  texts: { en: () => import('#web/text/en/open-groups.ts'), 'zh-CN': () => import('#web/text/zh-CN/open-groups.ts') },
})
