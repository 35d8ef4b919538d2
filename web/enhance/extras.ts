import { readStored } from '#web/client/browser-storage.ts'
import { isOffline, onBack } from '#web/client/connection.ts'
import * as storageKeys from '#web/client/storage-keys.ts'
import { campaign, chat, loginCode } from './lazy-scripts.ts'
import { afterLoad } from './moments.ts'

/**
 * The page's own script, since the page is in sight. And what few visits need, whose scripts are loaded only then: a login code out of
 * the address, a campaign's parameters, and the chat on the hosts where it is offered. `options` are the attributes of the enhancer's
 * own element.
 */
export function startExtras(options: DOMStringMap): void {
  const { page, parameters, chatHosts } = options
  const load = (script: string) =>
    void import(/* @vite-ignore */ script)
      .then((module: { start?: (options: DOMStringMap) => unknown }) => module.start?.(options))
      .catch((error: unknown) => {
        // A line that breaks is no fault of ours: each browser names the import then. A script that breaks is to be heard of.
        if (!/import/i.test(error as string)) throw error
      })
  // The account area exchanges it before it asks who is here.
  if (!document.querySelector('#account') && readStored('sessionStorage', storageKeys.loginCode) !== null) {
    document.documentElement.dataset.entering = ''
    load(loginCode)
  }
  if (parameters && new RegExp(`[?&](${parameters})=`).test(location.search)) load(campaign)
  if (chatHosts?.split(' ').includes(location.host)) afterLoad(() => load(chat))
  // Browsers remember a script that failed, and those that it shares with others: without a network none is asked for.
  if (page && isOffline()) onBack(() => load(page))
  else if (page) load(page)
}
