const lostEvent = 'connection-lost'
const backEvent = 'connection-back'

/** The browser itself knows of no network. Anything else may be one that leads nowhere. */
export const isOffline = (): boolean => 'onLine' in navigator && !navigator.onLine

/** Whether the site can be reached: any reply of it counts. */
export const isReachable = (): Promise<boolean> =>
  fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )

/** For what fails because the site cannot be reached, though the browser has a network: the strip shows then, too. */
export const tellLost = (): void => void dispatchEvent(new Event(lostEvent))
export const tellBack = (): void => void dispatchEvent(new Event(backEvent))

function on(name: string, listener: () => void): () => void {
  // Absent where pages are rendered.
  globalThis.addEventListener?.(name, listener)
  return () => removeEventListener(name, listener)
}
export const onLost = (listener: () => void): (() => void) => on(lostEvent, listener)
/** Calls `listener` when the site can be reached again; returns the way to stop. */
export const onBack = (listener: () => void): (() => void) => on(backEvent, listener)
