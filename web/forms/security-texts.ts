export const securityTexts = {
  en: () => import('#text/en/site/security.ts'),
  'zh-CN': () => import('#text/zh-CN/site/security.ts'),
}
