import { ResetForm, type ResetProps } from '#web/features/auth/reset-form.tsx'
import type { ResetTexts } from '#web/text/en/reset.ts'
import { defineIsland } from './define-island.ts'

export default defineIsland<ResetProps, ResetTexts>({
  name: 'reset',
  component: ResetForm,
  texts: { en: () => import('#web/text/en/reset.ts'), 'zh-CN': () => import('#web/text/zh-CN/reset.ts') },
})
