/**
 * What few visits need: a login code out of the address, a campaign's parameters, and the chat on the hosts where it is offered. Their scripts are loaded
 * only then. `options` are the attributes of the enhancer's own element.
 */
export function startExtras(options: DOMStringMap): void {
  const { login, campaign, parameters, chat, chatHosts } = options
  const load = (script: string) =>
    void import(/* @vite-ignore */ script)
      .then((module: { start: (options: DOMStringMap) => unknown }) => module.start(options))
      .catch(() => {})
  if (login && holdsLoginCode()) {
    document.documentElement.dataset.entering = ''
    load(login)
  }
  if (campaign && new RegExp(`[?&](${parameters})=`).test(location.search)) load(campaign)
  if (chat && chatHosts?.split(' ').includes(location.host)) addEventListener('load', () => load(chat))
}

function holdsLoginCode(): boolean {
  try {
    return sessionStorage.getItem('login-code') !== null
  } catch {
    return false
  }
}
