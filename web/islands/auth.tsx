import { AuthDoor, type AuthDoorProps } from '#web/features/auth/auth-door.tsx'
import { authWords } from '#web/features/auth/plain-words.ts'
import type { AuthTexts } from '#web/text/en/auth.ts'
import { defineIsland } from './define-island.ts'

export default defineIsland<AuthDoorProps, AuthTexts>({
  name: 'auth',
  component: AuthDoor,
  texts: { en: () => import('#web/text/en/auth.ts'), 'zh-CN': () => import('#web/text/zh-CN/auth.ts') },
  words: authWords,
})
