import { AuthForm, type AuthProps } from '#web/features/auth/auth-form.tsx'
import type { AuthTexts } from '#web/text/en/auth.ts'
import { defineIsland } from './define-island.ts'

export default defineIsland<AuthProps, AuthTexts>({
  name: 'auth',
  component: AuthForm,
  texts: { en: () => import('#web/text/en/auth.ts'), 'zh-CN': () => import('#web/text/zh-CN/auth.ts') },
})
