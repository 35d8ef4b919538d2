import { resetWords } from '#web/features/auth/plain-words.ts'
import { ResetDoor, type ResetDoorProps } from '#web/features/auth/reset-door.tsx'
import type { ResetTexts } from '#web/text/en/reset.ts'
import { defineIsland } from './define-island.ts'

export default defineIsland<ResetDoorProps, ResetTexts>({
  name: 'reset',
  component: ResetDoor,
  texts: { en: () => import('#web/text/en/reset.ts'), 'zh-CN': () => import('#web/text/zh-CN/reset.ts') },
  words: resetWords,
})
