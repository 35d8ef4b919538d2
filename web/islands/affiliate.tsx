import { ApplyHere } from '#web/features/affiliate/application/apply-here.tsx'
import type { ApplicationTexts } from '#text/en/site/application.ts'
import { defineIsland } from './define-island.ts'

export default defineIsland<object, ApplicationTexts>({
  name: 'affiliate',
  component: ApplyHere,
  texts: { en: () => import('#text/en/site/application.ts'), 'zh-CN': () => import('#text/zh-CN/site/application.ts') },
})
