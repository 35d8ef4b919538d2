const lostEvent = 'connection-lost'
const backEvent = 'connection-back'

/**
 * True if the browser reports no network. False does not prove that the site can be reached. Node.js, which renders the
 * pages, reports nothing.
 */
export const isOffline = (): boolean => (navigator as { readonly onLine?: boolean }).onLine === false

export const isReachable = (): Promise<boolean> =>
  fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )

/**
 * Announces that the site cannot be reached although the browser has a network. The page then shows the offline strip.
 */
export const announceOffline = (): void => void dispatchEvent(new Event(lostEvent))
export const announceOnline = (): void => void dispatchEvent(new Event(backEvent))

function on(name: string, listener: () => void): () => void {
  // Optional call, because `addEventListener` does not exist during server rendering.
  globalThis.addEventListener?.(name, listener)
  return () => removeEventListener(name, listener)
}
export const onOffline = (listener: () => void): (() => void) => on(lostEvent, listener)
export const onOnline = (listener: () => void): (() => void) => on(backEvent, listener)
