/** Search engine crawlers, which always see the pages even if the operator's list of ad crawlers matches them. */
const searchCrawlers = /Googlebot|bingbot|Baiduspider|YandexBot|DuckDuckBot|Applebot|Sogou|360Spider|Bytespider/i

export function isAdsCrawler(userAgent: string | undefined, names: readonly string[]): boolean {
  if (userAgent === undefined || names.length === 0) return false
  const text = userAgent.toLowerCase()
  return names.some((name) => name !== '' && text.includes(name.toLowerCase())) && !searchCrawlers.test(userAgent)
}
