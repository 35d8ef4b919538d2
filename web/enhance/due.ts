import { readStored } from '#web/client/browser-storage.ts'

/** Whether this visit is one in which an island runs before anyone reaches for it: `load` is what its page said, as `Due`. */
export const isDue = (load: string): boolean => load.split(' ').some(isTrue)

function isTrue(word: string): boolean {
  const rest = word.slice(1)
  if (word[0] === '?') return new URLSearchParams(location.search).has(rest)
  if (word[0] === '~') return navigator.userAgent.includes(rest)
  return word === 'now' || (readStored('localStorage', word) ?? readStored('sessionStorage', word)) !== null
}
