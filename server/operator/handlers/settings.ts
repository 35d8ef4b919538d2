import type { methodActions, routeActions, settingActions } from '#shared/contract/operator/settings.ts'
import { settingNames } from '#shared/setting-names.ts'
import { readBrandKit, readSettings } from '#server/modules/catalog/catalog.service.ts'
import { noticeNow } from '#server/modules/catalog/catalog.rules.ts'
import { refuse } from '#server/platform/act.ts'
import {
  clearNotice,
  keptNotice,
  setNotice,
  keptSetting,
  setSetting,
} from '#server/workflows/catalog/change-settings.ts'
import { listMethods, pauseMethod, resumeMethod } from '#server/workflows/catalog/pause-methods.ts'
import { listRoutes, keptRoute, setRoute } from '#server/workflows/catalog/route-methods.ts'
import type { HandlersOf } from '../handler.ts'
import { pageSentences } from '#text/page-texts.ts'
import { found } from '../page.ts'
import { describeSettings } from '#server/modules/catalog/published-settings.ts'

export const settingHandlers: HandlersOf<typeof settingActions> = {
  async 'settings.show'(database) {
    const values = describeSettings(await readSettings(database), await readBrandKit(database))
    return found({ settings: settingNames.map((setting) => ({ setting, value: values[setting] })) })
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
  'settings.set': { kept: keptSetting, act: setSetting },
  async 'notice.show'(database) {
    const notice = noticeNow((await readSettings(database)).notice, new Date())
    if (!notice) return refuse('NotFound', 'notice.none')
    const { en, until } = notice
    return found({ en, zh: notice['zh-CN'], until: until === undefined ? null : new Date(until) })
  },
  'notice.set': { kept: keptNotice, act: setNotice },
  'notice.clear': clearNotice,
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
