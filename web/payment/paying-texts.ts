export const payingTexts = {
  en: () => import('#text/en/site/paying.ts'),
  'zh-CN': () => import('#text/zh-CN/site/paying.ts'),
}
