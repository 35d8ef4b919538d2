import { AuthForm, type AuthProps } from '#web/features/auth/auth-form.tsx'
import { useSignedInGuard } from '#web/client/signed-in-guard.ts'
import type { AuthTexts } from '#web/text/en/auth.ts'
import { defineIsland, type IslandContext } from './define-island.ts'

function AuthIsland(props: AuthProps & IslandContext<AuthTexts>) {
  useSignedInGuard()
  return <AuthForm {...props} />
}

export default defineIsland<AuthProps, AuthTexts>({
  name: 'auth',
  component: AuthIsland,
  texts: { en: () => import('#web/text/en/auth.ts'), 'zh-CN': () => import('#web/text/zh-CN/auth.ts') },
})
