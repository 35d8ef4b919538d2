import { createPanelHttp } from './panel-http.ts'
import { PanelRefused, type AppHeaders, type LinkBody } from './port.ts'

/** What apps send that panels look at, and what of the answer apps look at. */
const forwarded = ['user-agent', 'accept', 'x-hwid', 'x-device-os', 'x-ver-os', 'x-device-model']
const returned = [
  'subscription-userinfo',
  'profile-update-interval',
  'profile-title',
  'content-disposition',
  'support-url',
  'announce',
  'x-hwid-active',
  'x-hwid-limit',
  'x-hwid-not-supported',
  'x-hwid-max-devices-reached',
]

/**
 * No credentials of ours go with the question: these are about the app that asks, by rules of the panel. One customer whose app it
 * turns away must not have it rest for all others.
 */
const aboutTheApp = [301, 302, 303, 307, 308, 401, 403]

/**
 * The document that a panel has for an app, from where the operator said that its documents are: an address that the panel names
 * on another host is not asked.
 */
export async function fetchSubscription(
  base: string,
  address: string,
  app: AppHeaders,
  timeout: number | undefined,
): Promise<LinkBody> {
  const url = URL.parse(address, base)
  if (!url || url.origin !== new URL(base).origin)
    throw new PanelRefused('its links lead to another host than "subscriptionUrl"')
  const http = createPanelHttp(url.origin, { timeout })
  const headers = Object.fromEntries(
    forwarded.flatMap((name) => (app[name] === undefined ? [] : [[name, app[name].slice(0, 500)]])),
  )
  const answer = await http(url.pathname + url.search, {
    expects: aboutTheApp,
    headers: { ...headers, 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' },
  })
  if (answer.status !== 200) throw new PanelRefused(`HTTP ${answer.status}`)
  return {
    contentType: answer.headers.get('content-type') ?? 'text/plain; charset=utf-8',
    headers: Object.fromEntries(
      returned.flatMap((name) => {
        const value = answer.headers.get(name)
        return value === null ? [] : [[name, value]]
      }),
    ),
    body: answer.body,
  }
}
