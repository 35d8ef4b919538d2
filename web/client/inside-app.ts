export type InsideApp = 'wechat' | 'qq' | 'alipay' | 'telegram'

/**
 * Phone app whose built-in browser shows this page; null if none is recognized. Computers never count, because apps
 * there open links in the system's browser. Telegram on iOS looks like Safari, and QQ Browser is a real browser.
 */
export function insideApp(agent: string): InsideApp | null {
  if (!/Mobi|Android/.test(agent)) return null
  if (/MicroMessenger/.test(agent)) return 'wechat'
  if (/AlipayClient/.test(agent)) return 'alipay'
  if (/\bQQ\//.test(agent)) return 'qq'
  return /Telegram-Android/.test(agent) ? 'telegram' : null
}
