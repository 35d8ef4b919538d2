import { page, type Page } from './client/lazy-page.tsx'
import { placeNames, type PlaceName } from '#shared/contract/operator/places.ts'

/**
 * The nine places. One that is built is a folder `places/<name>/` with a component as its default export, which owns all
 * addresses below `/console/<name>/`, and its texts in `text/<language>/places/`; it is entered here by
 * `page(() => import('./places/system/system.tsx'), { en: () => import('./text/en/places/system.ts'), … })`.
 * One that is not shows its actions.
 */
const built: Readonly<Partial<Record<PlaceName, Page>>> = {
  queue: page(() => import('./places/queue/queue.tsx'), {
    en: () => import('./text/en/places/queue.ts'),
    'zh-CN': () => import('./text/zh-CN/places/queue.ts'),
  }),
  people: page(() => import('./places/people/people.tsx'), {
    en: () => import('./text/en/places/people.ts'),
    'zh-CN': () => import('./text/zh-CN/places/people.ts'),
  }),
  orders: page(() => import('./places/orders/orders.tsx'), {
    en: () => import('./text/en/places/orders.ts'),
    'zh-CN': () => import('./text/zh-CN/places/orders.ts'),
  }),
  today: page(() => import('./places/today/today.tsx'), {
    en: () => import('./text/en/places/today.ts'),
    'zh-CN': () => import('./text/zh-CN/places/today.ts'),
  }),
  shop: { component: () => import('./places/shop/shop.tsx') },
  affiliates: { component: () => import('./places/affiliates/affiliates.tsx') },
  money: page(() => import('./places/money/money.tsx'), {
    en: () => import('./text/en/places/money.ts'),
    'zh-CN': () => import('./text/zh-CN/places/money.ts'),
  }),
  texts: page(() => import('./places/texts/texts.tsx'), {
    en: () => import('./text/en/places/texts.ts'),
    'zh-CN': () => import('./text/zh-CN/places/texts.ts'),
  }),
  system: page(() => import('./places/system/system.tsx'), {
    en: () => import('./text/en/places/system.ts'),
    'zh-CN': () => import('./text/zh-CN/places/system.ts'),
  }),
}

const plain = (name: PlaceName): Page => ({
  component: async () => {
    const { placeOfActions } = await import('./act/place-of-actions.tsx')
    return { default: placeOfActions(name) }
  },
})

export const places = placeNames.map((name) => ({ name, page: built[name] ?? plain(name) }))
