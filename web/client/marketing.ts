import { readCookies, visitCookie } from '#web/client/campaign-parameters.ts'

/**
 * Posts to the marketing host without waiting for the answer, without cookies or token. '.' means this origin; without
 * a host nothing is posted.
 */
export function postMarketing(
  host: string | undefined,
  path: '/marketing/visit' | '/marketing/conversion',
  body: object,
): void {
  if (!host) return
  fetch((host === '.' ? '' : host) + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: true,
    credentials: 'omit',
  }).catch(() => {
    // A lost request only makes the statistics lower by one.
  })
}

/** Reports a step of the sales funnel that only the browser sees. Sent only for visits that consented to be counted. */
export function reportFunnelStep(step: 'download' | 'checkout' | 'sign_up_form'): void {
  const visit = readCookies(document.cookie).get(visitCookie)
  const host = document.getElementById('enhancer')?.dataset.marketing
  if (visit !== undefined) postMarketing(host, '/marketing/conversion', { visit, step })
}
