export const deviceMarkDays = 90
const maxAccounts = 5

export const deviceMarkCookie = 'known_device'

/**
 * Content of the cookie by which an account recognises a browser: a random name of the browser, and for each account
 * the day of the sign-in with a proof that only the server can make.
 */
export type DeviceMark = { readonly name: string; readonly entries: readonly MarkEntry[] }
type MarkEntry = { readonly day: number; readonly proof: string }

const dayOf = (now: Date): number => Math.floor(now.getTime() / 86_400_000)

export function readDeviceMark(cookies: string | undefined): DeviceMark | null {
  const found = cookies?.match(/(?:^|;\s*)known_device=([\w-]{22})((?:\.[\da-z]{1,6}~[\w-]{22}){1,5})(?:;|$)/)
  if (!found) return null
  const [, name, list] = found as unknown as [string, string, string]
  const entries = list.split('.').slice(1).map(readEntry)
  return { name, entries }
}

/** Parses the day without cutting off the proof after it, because `parseInt` stops at the tilde between them. */
const readEntry = (entry: string): MarkEntry => ({
  day: Number.parseInt(entry, 36),
  proof: entry.slice(entry.indexOf('~') + 1),
})

export const writeDeviceMark = ({ name, entries }: DeviceMark): string =>
  `${name}.${entries.map(({ day, proof }) => `${day.toString(36)}~${proof}`).join('.')}`

export const holdsProof = (mark: DeviceMark, now: Date, prove: (name: string, day: number) => string): boolean =>
  mark.entries.some(({ day, proof }) => day > dayOf(now) - deviceMarkDays && proof === prove(mark.name, day))

export function addProof(mark: DeviceMark, now: Date, prove: (name: string, day: number) => string): DeviceMark {
  const today = { day: dayOf(now), proof: prove(mark.name, dayOf(now)) }
  const others = mark.entries.filter(({ day, proof }) => proof !== prove(mark.name, day))
  return { name: mark.name, entries: [today, ...others].slice(0, maxAccounts) }
}
