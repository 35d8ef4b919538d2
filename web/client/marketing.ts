import { readCookies, visitCookie } from '#web/client/campaign-parameters.ts'

/**
 * Tells the marketing host without waiting for it; '.' is this one, and where none is named no one is told. No cookie and
 * no token goes along.
 */
export function tellMarketing(
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
    // It counts one less; nothing of the visitor's depends on it.
  })
}

/** A step that only the browser sees, of a visit that agreed to be counted; of any other no one hears. */
export function tellStep(step: 'download' | 'checkout' | 'sign_up_form'): void {
  const visit = readCookies(document.cookie).get(visitCookie)
  const host = document.getElementById('enhancer')?.dataset.marketing
  if (visit !== undefined) tellMarketing(host, '/marketing/conversion', { visit, step })
}

/** Whose link someone came by; null where no one says, or not soon: the question is asked without it then. */
export async function askGreeting(
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
