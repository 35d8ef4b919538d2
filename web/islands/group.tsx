import { GroupPage } from '#web/features/groups/page/group-page.tsx'
import type { GroupPageProps } from '#web/features/groups/page/known-group.tsx'
import { withQueries } from '#web/client/query-client.tsx'
import type { GroupTexts } from '#text/en/site/groups.ts'
import { defineIsland } from './define-island.ts'
import { withSheet, type WithSheet } from './sign-in-part.ts'

export default defineIsland<WithSheet<GroupPageProps>, GroupTexts>({
  name: 'group',
  component: withQueries(withSheet(GroupPage)),
  texts: { en: () => import('#text/en/site/groups.ts'), 'zh-CN': () => import('#text/zh-CN/site/groups.ts') },
})
