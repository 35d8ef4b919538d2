import { readStored } from '#ui/browser-storage.ts'

/** True if an island should start at once on this visit. `load`: space-separated `Due` conditions from the page. */
export const isDue = (load: string): boolean => load.split(' ').some(isTrue)

function isTrue(word: string): boolean {
  if (word[0] === '?') return new URLSearchParams(location.search).has(word.slice(1))
  return word === 'now' || (readStored('localStorage', word) ?? readStored('sessionStorage', word)) !== null
}
