import { consoleApi, consoleHeader, pollHeader, type ConsoleRefusal } from '#shared/console.ts'
import { headerOfLanguage } from '#shared/language.ts'
import { ConsoleError } from './console-error.ts'

type Listener = () => void
let onSignedOut: Listener = () => undefined
export const listenForSignOut = (listener: Listener): void => {
  onSignedOut = listener
}

/** Sends a GET call. `isPoll`: an automatic request, which does not extend the session. */
export const getJson = (path: string, isPoll = false): Promise<unknown> =>
  call(path, { method: 'GET', headers: isPoll ? { [pollHeader.name]: pollHeader.value } : {} })
export const postJson = (path: string, body: unknown, isPoll = false, send = fetch): Promise<unknown> =>
  call(
    path,
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [consoleHeader.name]: consoleHeader.value,
        ...(isPoll && { [pollHeader.name]: pollHeader.value }),
      },
      body: JSON.stringify(body),
      // Lets an automatic request finish even if the page is being closed.
      keepalive: isPoll,
    },
    send,
  )

type Sent = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> }

/** Sends a call. After too many attempts the server demands a proof of work; solves it and sends the call once more. */
async function call(path: string, init: Sent, send = fetch): Promise<unknown> {
  try {
    return await ask(path, init, send)
  } catch (error) {
    const work = error instanceof ConsoleError ? error.work : null
    if (!work) throw error
    const { solveWork } = await import('#shared/solve-work.ts')
    return ask(path, { ...init, headers: { ...init.headers, work: await solveWork(work) } }, send)
  }
}

async function ask(path: string, init: Sent, send: typeof fetch): Promise<unknown> {
  const response = await send(`${consoleApi}/${path}`, {
    credentials: 'same-origin',
    ...init,
    headers: {
      ...init.headers,
      language: headerOfLanguage(document.documentElement.lang === 'zh-CN' ? 'zh-CN' : 'en'),
    },
  }).catch(() => null)
  if (response?.status === 204) return null
  const body: unknown = await response?.json().catch(() => undefined)
  if (response?.ok && body !== undefined) return body
  if (response?.status === 401 && !path.endsWith('sign-in')) onSignedOut()
  throw new ConsoleError(response?.status ?? 0, isRefusal(body) ? body : null)
}

const isRefusal = (body: unknown): body is ConsoleRefusal =>
  typeof body === 'object' && body !== null && 'message' in body && 'status' in body
