import { ResetForm, type ResetProps } from '#web/features/auth/reset-form.tsx'
import { useSignedInGuard } from '#web/client/signed-in-guard.ts'
import type { ResetTexts } from '#web/text/en/reset.ts'
import { defineIsland, type IslandContext } from './define-island.ts'

function ResetIsland(props: ResetProps & IslandContext<ResetTexts>) {
  useSignedInGuard()
  return <ResetForm {...props} />
}

export default defineIsland<ResetProps, ResetTexts>({
  name: 'reset',
  component: ResetIsland,
  texts: { en: () => import('#web/text/en/reset.ts'), 'zh-CN': () => import('#web/text/zh-CN/reset.ts') },
})
