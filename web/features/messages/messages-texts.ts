export const messagesTexts = {
  en: () => import('#web/text/en/messages.ts'),
  'zh-CN': () => import('#web/text/zh-CN/messages.ts'),
}
