import type { CallPath } from './call-traits.ts'

/** Fired on `document` when the server does not know the session (any more). Anyone who owns the page decides what follows. */
const eventName = 'redirect-to-login'

export function emitRedirectToLogin(path: CallPath): void {
  document.dispatchEvent(new CustomEvent<CallPath>(eventName, { detail: path }))
}

/** Calls `listener` with the path of the refused call; returns the way to stop. */
export function onRedirectToLogin(listener: (path: CallPath) => void): () => void {
  const handle = (event: Event) => listener((event as CustomEvent<CallPath>).detail)
  document.addEventListener(eventName, handle)
  return () => document.removeEventListener(eventName, handle)
}
