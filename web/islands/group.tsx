import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { GroupPage } from '#web/features/groups/page/group-page.tsx'
import type { GroupPageProps } from '#web/features/groups/page/known-group.tsx'
import { createQueryClient } from '#web/client/query-client.ts'
import type { GroupTexts } from '#web/text/en/groups.ts'
import { defineIsland, type IslandContext } from './define-island.ts'

function GroupIsland(props: GroupPageProps & IslandContext<GroupTexts>) {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <GroupPage {...props} />
    </QueryClientProvider>
  )
}

export default defineIsland<GroupPageProps, GroupTexts>({
  name: 'group',
  component: GroupIsland,
  texts: { en: () => import('#web/text/en/groups.ts'), 'zh-CN': () => import('#web/text/zh-CN/groups.ts') },
})
