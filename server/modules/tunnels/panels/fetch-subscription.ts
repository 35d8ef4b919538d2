import { createPanelHttp } from './panel-http.ts'
import type { Sentence } from '#shared/sentence.ts'
import { sentence } from '#text/sentence.ts'
import { PanelRefused, panelFaultOf, type AppHeaders, type LinkBody } from './port.ts'

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
    throw new PanelRefused(
      'its links lead to another host than "subscriptionUrl"',
      sentence('panelFault.linksElsewhere', { origin: url?.origin ?? address.slice(0, 100) }),
    )
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

/**
 * Fetches the document of one of our users, as an app does, and returns what a test of the panel says: a panel may
 * answer calls at one host while its links lead to another. `address`: link of a user, or null if the panel has no user
 * of ours yet. Throws `PanelRefused` if the link does not work.
 */
export async function tryLink(
  base: string,
  { address, says, timeout }: { address: string | null; says: Sentence; timeout: number | undefined },
): Promise<Sentence> {
  if (address === null) return sentence('panel.linksNotTried', { says })
  try {
    await fetchSubscription(base, address, { 'user-agent': 'v2rayN/7.0' }, timeout)
  } catch (error) {
    const fault = panelFaultOf(error)
    if (typeof fault !== 'string' && fault.code === 'panelFault.linksElsewhere') throw error
    throw new PanelRefused('its links do not work', sentence('panelFault.links', { fault }))
  }
  return sentence('panel.linksWork', { says })
}
