import type { SiteGoods } from '#shared/site.ts'

/** How many devices most plans have, the smaller number where two are as common, and the most that any has. */
export function usualDevices(goods: readonly Pick<SiteGoods, 'maxDevices'>[]): { usual: number; most: number } {
  const counts = goods.map(({ maxDevices }) => maxDevices).toSorted((a, b) => a - b)
  const share = (count: number) => counts.filter((each) => each === count).length
  const usual = counts.reduce((best, count) => (share(count) > share(best) ? count : best), counts[0] ?? 0)
  return { usual, most: counts.at(-1) ?? 0 }
}
