import { page, type Page } from './client/lazy-page.tsx'
import { placeNames, type PlaceName } from '#shared/contract/operator/console-places.ts'

/** Sections of the console. `places/<name>/` handles all URLs below `/console/<name>/`. */
const pages: Readonly<Record<PlaceName, Page>> = {
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
  today: {
    ...page(() => import('./places/today/today.tsx'), {
      en: () => import('./text/en/places/today.ts'),
      'zh-CN': () => import('./text/zh-CN/places/today.ts'),
    }),
    isWordless: true,
  },
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

export const places = placeNames.map((name) => ({ name, page: pages[name] }))
