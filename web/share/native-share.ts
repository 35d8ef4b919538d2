import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether this browser has a share sheet of its own; false on the server and in the first render. */
export const useShareSheet = (): boolean =>
  useSyncExternalStore(
    never,
    () => typeof navigator.share === 'function',
    () => false,
  )

/** Whether the sheet takes files as well. */
export const sharesFile = (file: File): boolean => 'canShare' in navigator && navigator.canShare({ files: [file] })

/** Opens the browser's share sheet. Anyone who closes it has changed their mind: that is no error. False: it could not open. */
export async function openShareSheet(data: ShareData): Promise<boolean> {
  try {
    await navigator.share(data)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
