import type { Params } from './signing.ts'

export type Delivery = { readonly at: number; readonly status: number | null; readonly body: string }

/** Alipay repeats for a day; a person at the simulator does not wait that long. */
export const retryDelaysMs = [0, 1_000, 2_000, 5_000, 15_000, 60_000] as const

/** Posts a notification as Alipay does, as a form. Never throws: an unreachable merchant is a delivery without a status. */
export async function deliver(url: string, params: Params): Promise<Delivery> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
      body: new URLSearchParams(params).toString(),
      signal: AbortSignal.timeout(10_000),
      redirect: 'manual',
    })
    return { at: Date.now(), status: response.status, body: (await response.text()).slice(0, 200) }
  } catch {
    return { at: Date.now(), status: null, body: '' }
  }
}
