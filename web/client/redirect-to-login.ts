import type { CallPath } from './call-traits.ts'

/** Event on `document` when the server rejects the session. The page decides what to do. */
const eventName = 'redirect-to-login'

export function emitRedirectToLogin(path: CallPath): void {
  document.dispatchEvent(new CustomEvent<CallPath>(eventName, { detail: path }))
}

export function onRedirectToLogin(listener: (path: CallPath) => void): () => void {
  const handle = (event: Event) => listener((event as CustomEvent<CallPath>).detail)
  document.addEventListener(eventName, handle)
  return () => document.removeEventListener(eventName, handle)
}
