import { resetWords } from '#web/features/auth/plain-words.ts'
import { ResetDoor, type ResetDoorProps } from '#web/features/auth/reset-door.tsx'
import type { ResetTexts } from '#text/en/site/reset.ts'
import { defineIsland } from './define-island.ts'

export default defineIsland<ResetDoorProps, ResetTexts>({
  name: 'reset',
  component: ResetDoor,
  texts: { en: () => import('#text/en/site/reset.ts'), 'zh-CN': () => import('#text/zh-CN/site/reset.ts') },
  words: resetWords,
})
