import { AuthDoor, type AuthDoorProps } from '#web/features/auth/auth-door.tsx'
import { authWords } from '#web/features/auth/plain-words.ts'
import type { AuthTexts } from '#text/en/site/auth.ts'
import { defineIsland } from './define-island.ts'

export default defineIsland<AuthDoorProps, AuthTexts>({
  name: 'auth',
  component: AuthDoor,
  texts: { en: () => import('#text/en/site/auth.ts'), 'zh-CN': () => import('#text/zh-CN/site/auth.ts') },
  words: authWords,
})
