export const messagesTexts = {
  en: () => import('#text/en/site/messages.ts'),
  'zh-CN': () => import('#text/zh-CN/site/messages.ts'),
}
