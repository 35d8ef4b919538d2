import { OpenGroups } from '#web/features/groups/page/open-groups.tsx'
import { withQueries } from '#web/client/query-client.tsx'
import type { OpenGroupsTexts } from '#text/en/site/open-groups.ts'
import { defineIsland } from './define-island.ts'

export default defineIsland<object, OpenGroupsTexts>({
  name: 'open-groups',
  component: withQueries(OpenGroups),
  texts: { en: () => import('#text/en/site/open-groups.ts'), 'zh-CN': () => import('#text/zh-CN/site/open-groups.ts') },
})
