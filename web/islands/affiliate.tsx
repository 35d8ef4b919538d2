import { ApplyHere } from '#web/features/affiliate/application/apply-here.tsx'
import type { ApplicationTexts } from '#web/text/en/application.ts'
import { defineIsland } from './define-island.ts'

export default defineIsland<object, ApplicationTexts>({
  name: 'affiliate',
  component: ApplyHere,
  texts: { en: () => import('#web/text/en/application.ts'), 'zh-CN': () => import('#web/text/zh-CN/application.ts') },
})
