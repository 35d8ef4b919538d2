export const payingTexts = {
  en: () => import('#web/text/en/paying.ts'),
  'zh-CN': () => import('#web/text/zh-CN/paying.ts'),
}
