import { LinkedGroup, type LinkedGroupProps } from '#web/features/groups/page/linked-group.tsx'
import { withQueries } from '#web/client/query-client.tsx'
import type { GroupTexts } from '#web/text/en/groups.ts'
import type { SheetFacts } from '#web/payment/sign-in-sheet.ts'
import { defineIsland, type IslandContext } from './define-island.ts'
import { SignIn } from './sign-in-part.ts'

type Props = Omit<LinkedGroupProps, 'sheet'> & SheetFacts

/** With the sheet for an account. */
const Island = ({ kinds, agreement, ...props }: Props & IslandContext<GroupTexts>) => (
  <LinkedGroup {...props} sheet={{ kinds, agreement, SignIn }} />
)

export default defineIsland<Props, GroupTexts>({
  name: 'group-link',
  component: withQueries(Island),
  texts: { en: () => import('#web/text/en/groups.ts'), 'zh-CN': () => import('#web/text/zh-CN/groups.ts') },
})
