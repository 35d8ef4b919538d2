import type {
  methodActions,
  rehearsalActions,
  routeActions,
  settingActions,
  shopActions,
} from '#shared/contract/operator/settings.ts'
import { settingNames } from '#shared/setting-names.ts'
import { readBrandKit, readSettings } from '#server/modules/catalog/catalog.service.ts'
import { isShopOpen, noticeNow } from '#server/modules/catalog/catalog.rules.ts'
import { refuse } from '#server/platform/act.ts'
import { clearNotice, keptNotice, setNotice, setSetting } from '#server/workflows/catalog/change-settings.ts'
import { keptTestPrice, setTestPrice, showRehearsals } from '#server/workflows/catalog/rehearse-sale.ts'
import { keptShop, switchShop } from '#server/workflows/figures/switch-shop.ts'
import { listMethods, pauseMethod, resumeMethod } from '#server/workflows/catalog/pause-methods.ts'
import { listRoutes, keptRoute, setRoute } from '#server/workflows/catalog/route-methods.ts'
import type { HandlersOf } from '../handler.ts'
import { pageSentences } from '#text/page-texts.ts'
import { found } from '../page.ts'
import { describeSettings } from '#server/modules/catalog/published-settings.ts'

export const settingHandlers: HandlersOf<typeof settingActions> = {
  async 'settings.show'(database, _input, _operator, { config }) {
    const settings = await readSettings(database)
    const values = describeSettings(settings, await readBrandKit(database))
    return found({
      settings: settingNames.map((setting) => ({ setting, value: values[setting] })),
      isOpen: isShopOpen(config.environment, settings),
    })
  },
  async 'settings.sentences'(database) {
    const { pageTexts } = await readBrandKit(database)
    return found({
      sentences: [...pageSentences.values()].map(({ key, en, 'zh-CN': zh, names }) => ({
        key,
        en,
        zh,
        ownEn: pageTexts[key]?.en ?? null,
        ownZh: pageTexts[key]?.['zh-CN'] ?? null,
        names: [...names],
      })),
    })
  },
  'settings.set': setSetting,
  async 'notice.show'(database) {
    const notice = noticeNow((await readSettings(database)).notice, new Date())
    if (!notice) return refuse('NotFound', 'notice.none')
    const { en, until } = notice
    return found({ en, zh: notice['zh-CN'], until: until === undefined ? null : new Date(until) })
  },
  'notice.set': { kept: keptNotice, act: setNotice },
  'notice.clear': clearNotice,
}
export const shopHandlers: HandlersOf<typeof shopActions> = {
  'shop.switch': { kept: keptShop, act: switchShop },
}
export const rehearsalHandlers: HandlersOf<typeof rehearsalActions> = {
  'rehearsals.show': showRehearsals,
  'rehearsals.set-price': { kept: keptTestPrice, act: setTestPrice },
}
export const methodHandlers: HandlersOf<typeof methodActions> = {
  'methods.list': listMethods,
  'methods.pause': pauseMethod,
  'methods.resume': resumeMethod,
}
export const routeHandlers: HandlersOf<typeof routeActions> = {
  'routes.list': listRoutes,
  'routes.set': { kept: keptRoute, act: setRoute },
}
