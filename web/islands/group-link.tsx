import { LinkedGroup, type LinkedGroupProps } from '#web/features/groups/page/linked-group.tsx'
import { withQueries } from '#web/client/query-client.tsx'
import type { GroupTexts } from '#text/en/site/groups.ts'
import { defineIsland } from './define-island.ts'
import { withSheet, type WithSheet } from './sign-in-part.ts'

export default defineIsland<WithSheet<LinkedGroupProps>, GroupTexts>({
  name: 'group-link',
  component: withQueries(withSheet(LinkedGroup)),
  texts: { en: () => import('#text/en/site/groups.ts'), 'zh-CN': () => import('#text/zh-CN/site/groups.ts') },
})
