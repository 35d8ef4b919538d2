import { readStored } from '#ui/browser-storage.ts'
import { isOffline, onOnline } from '#web/client/connection.ts'
import * as storageKeys from '#web/client/storage-keys.ts'
import { campaign, chat, openInBrowser, loginCode } from './lazy-scripts.ts'
import { afterLoad } from './moments.ts'

/**
 * Loads the page's own script, and scripts that few visits need: login code, warning in browsers inside apps, campaign
 * parameters and chat. `options`: attributes of the enhancer's element.
 */
export function startExtras(options: DOMStringMap): void {
  const { page, parameters, chatHosts } = options
  const load = (script: string) =>
    void import(/* @vite-ignore */ script)
      .then((module: { start?: (options: DOMStringMap) => unknown }) => module.start?.(options))
      .catch((error: unknown) => {
        // Reports errors inside the script. Network failures are not reported; their message contains "import".
        if (!/import/i.test(error as string)) throw error
      })
  const isAccount = document.querySelector('#account') !== null
  // Exchanges a one-time login code, except in the account area, which does so itself before it fetches the user.
  if (!isAccount && readStored('sessionStorage', storageKeys.loginCode) !== null) {
    document.documentElement.dataset.entering = ''
    load(loginCode)
  }
  // On pages that offer apps, warns in browsers inside other apps (such as WeChat), which open neither the App Store
  // nor downloads.
  if (
    !isAccount &&
    document.documentElement.dataset.os &&
    /MicroMessenger|AlipayClient|QQ\/|Telegram-A/.test(navigator.userAgent)
  )
    load(openInBrowser)
  if (parameters && new RegExp(`[?&](${parameters})=`).test(location.search)) load(campaign)
  if (chatHosts?.split(' ').includes(location.host)) afterLoad(() => load(chat))
  // Browsers remember a failed import, including shared ones, so nothing is imported while offline.
  if (page && isOffline()) onOnline(() => load(page))
  else if (page) load(page)
}
