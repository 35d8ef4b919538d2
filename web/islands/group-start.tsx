import { StartGroup, type StartGroupProps } from '#web/features/groups/start/start-group.tsx'
import { withQueries } from '#web/client/query-client.tsx'
import type { GroupTexts } from '#web/text/en/groups.ts'
import type { SheetFacts } from '#web/payment/sign-in-sheet.ts'
import { defineIsland, type IslandContext } from './define-island.ts'
import { SignIn } from './sign-in-part.ts'

type Props = Omit<StartGroupProps, 'sheet'> & SheetFacts

/** With the sheet for an account. */
const Island = ({ kinds, agreement, ...props }: Props & IslandContext<GroupTexts>) => (
  <StartGroup {...props} sheet={{ kinds, agreement, SignIn }} />
)

export default defineIsland<Props, GroupTexts>({
  name: 'group-start',
  component: withQueries(Island),
  texts: { en: () => import('#web/text/en/groups.ts'), 'zh-CN': () => import('#web/text/zh-CN/groups.ts') },
})
