import type { SiteGoods } from '#shared/site.ts'

/** Most common number of devices among the plans (the smaller if tied) and the largest. */
export function usualDevices(goods: readonly Pick<SiteGoods, 'maxDevices'>[]): { usual: number; most: number } {
  const counts = goods.map(({ maxDevices }) => maxDevices).toSorted((a, b) => a - b)
  const share = (count: number) => counts.filter((each) => each === count).length
  const usual = counts.reduce((best, count) => (share(count) > share(best) ? count : best), counts[0] ?? 0)
  return { usual, most: counts.at(-1) ?? 0 }
}
