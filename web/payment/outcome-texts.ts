export const outcomeTexts = {
  en: () => import('#text/en/site/outcome.ts'),
  'zh-CN': () => import('#text/zh-CN/site/outcome.ts'),
}
