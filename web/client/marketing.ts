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

/**
 * Fetches the inviter's name and the trial length for referral code `r`. Null if the code is unknown or the answer too
 * slow; then no greeting is shown.
 */
export async function fetchGreeting(
  host: string | undefined,
  r: string,
): Promise<{ readonly name: string | null; readonly trialMinutes: number } | null> {
  if (!host) return null
  try {
    const answer = await Promise.race([
      fetch(`${host === '.' ? '' : host}/marketing/greeting`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ r }),
        credentials: 'omit',
      }),
      new Promise<never>((_resolve, reject) => setTimeout(reject, 1_500)),
    ])
    const { data } = (await answer.json()) as { data?: { name?: unknown; trialMinutes?: unknown } | null }
    if (typeof data?.trialMinutes !== 'number' || data.trialMinutes <= 0) return null
    return { name: typeof data.name === 'string' ? data.name : null, trialMinutes: data.trialMinutes }
  } catch {
    return null
  }
}
