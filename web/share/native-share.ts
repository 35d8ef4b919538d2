import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** True if the browser has a native share sheet; false on the server and during hydration. */
export const useShareSheet = (): boolean =>
  useSyncExternalStore(
    never,
    () => typeof navigator.share === 'function',
    () => false,
  )

export const sharesFile = (file: File): boolean => 'canShare' in navigator && navigator.canShare({ files: [file] })

/** Opens the browser's share sheet. Closing it is no error; the result is false if it could not open. */
export async function openShareSheet(data: ShareData): Promise<boolean> {
  try {
    await navigator.share(data)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
