import { createPanelHttp } from './panel-http.ts'
import { PanelRefused, type AppHeaders, type LinkBody } from './port.ts'

/**
 * HTTP headers that are passed on between app and panel. `forwarded`: headers of apps that panels read. `returned`:
 * headers of panels that apps read.
 */
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
 * HTTP statuses by which a panel rejects the app and not our credentials, because the request contains none. They do
 * not count as failures for the circuit breaker, or one customer's app would block the panel for everyone.
 */
const aboutTheApp = [301, 302, 303, 307, 308, 401, 403]

/**
 * Fetches a panel's subscription document for an app. Only requests the host that the operator configured, whatever
 * host the panel's link names.
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
