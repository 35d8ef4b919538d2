import type { PlaceName } from '#shared/contract/operator/places.ts'

/** Second key of the shortcut for a place; the first is `G`. */
export const placeKeys: Readonly<Record<PlaceName, string>> = {
  today: 't',
  queue: 'q',
  people: 'p',
  orders: 'o',
  money: 'm',
  affiliates: 'a',
  shop: 's',
  texts: 'x',
  system: 'y',
}
