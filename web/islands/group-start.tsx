import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { StartGroup, type StartGroupProps } from '#web/features/groups/start/start-group.tsx'
import { createQueryClient } from '#web/client/query-client.ts'
import type { GroupTexts } from '#web/text/en/groups.ts'
import { defineIsland, type IslandContext } from './define-island.ts'

function StartGroupIsland(props: StartGroupProps & IslandContext<GroupTexts>) {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <StartGroup {...props} />
    </QueryClientProvider>
  )
}

export default defineIsland<StartGroupProps, GroupTexts>({
  name: 'group-start',
  component: StartGroupIsland,
  texts: { en: () => import('#web/text/en/groups.ts'), 'zh-CN': () => import('#web/text/zh-CN/groups.ts') },
})
