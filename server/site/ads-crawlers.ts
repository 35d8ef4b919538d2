/** Search engine crawlers always see the pages, whatever the operator's list says. */
const searchCrawlers = /Googlebot|bingbot|Baiduspider|YandexBot|DuckDuckBot|Applebot|Sogou|360Spider|Bytespider/i

export function isAdsCrawler(userAgent: string | undefined, names: readonly string[]): boolean {
  if (userAgent === undefined || names.length === 0) return false
  const text = userAgent.toLowerCase()
  return names.some((name) => name !== '' && text.includes(name.toLowerCase())) && !searchCrawlers.test(userAgent)
}
