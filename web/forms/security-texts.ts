export const securityTexts = {
  en: () => import('#web/text/en/security.ts'),
  'zh-CN': () => import('#web/text/zh-CN/security.ts'),
}
