/** The browser keeps a mark so long after someone signed in. */
export const deviceMarkDays = 90
/** Accounts whose mark one browser keeps; the one that signed in longest ago goes first. */
const maxAccounts = 5

export const deviceMarkCookie = 'known_device'

/** What a browser holds: a random name of its own, and for each account that signed in there a day and a proof. */
export type DeviceMark = { readonly name: string; readonly entries: readonly MarkEntry[] }
export type MarkEntry = { readonly day: number; readonly proof: string }

const dayOf = (now: Date): number => Math.floor(now.getTime() / 86_400_000)

/** Reads the cookie out of a request's header; null where there is none, or none that could be ours. */
export function readDeviceMark(cookies: string | undefined): DeviceMark | null {
  const found = cookies?.match(/(?:^|;\s*)known_device=([\w-]{22})((?:\.[\da-z]{1,6}~[\w-]{22}){1,5})(?:;|$)/)
  if (!found) return null
  const [, name, list] = found as unknown as [string, string, string]
  const entries = list.split('.').slice(1).map(readEntry)
  return { name, entries }
}

/** A number is read up to the first sign that is none, and so a day up to the tilde. */
const readEntry = (entry: string): MarkEntry => ({
  day: Number.parseInt(entry, 36),
  proof: entry.slice(entry.indexOf('~') + 1),
})

export const writeDeviceMark = ({ name, entries }: DeviceMark): string =>
  `${name}.${entries.map(({ day, proof }) => `${day.toString(36)}~${proof}`).join('.')}`

/** Whether one of the proofs is this account's and still counts. `prove`: the proof of a name and a day. */
export const holdsProof = (mark: DeviceMark, now: Date, prove: (name: string, day: number) => string): boolean =>
  mark.entries.some(({ day, proof }) => day > dayOf(now) - deviceMarkDays && proof === prove(mark.name, day))

/** The mark with a proof of today for one more account, in front; an older one of the same account goes. */
export function addProof(mark: DeviceMark, now: Date, prove: (name: string, day: number) => string): DeviceMark {
  const today = { day: dayOf(now), proof: prove(mark.name, dayOf(now)) }
  const others = mark.entries.filter(({ day, proof }) => proof !== prove(mark.name, day))
  return { name: mark.name, entries: [today, ...others].slice(0, maxAccounts) }
}
