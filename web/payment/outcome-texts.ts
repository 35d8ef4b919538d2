export const outcomeTexts = {
  en: () => import('#web/text/en/outcome.ts'),
  'zh-CN': () => import('#web/text/zh-CN/outcome.ts'),
}
