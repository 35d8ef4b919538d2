import { namesPerson } from './person-words.rules.ts'

/** Below /console alone, whatever a browser makes of dots and slashes. */
export const isAddress = (typed: string): boolean =>
  /^\/console(?:\/[A-Za-z0-9][A-Za-z0-9._-]{0,59}){0,5}(?:#[!-~]{0,600})?$/.test(typed)

/** A form with its fields filled in: under a harmless name it would lead an owner to what another one wrote. */
export const isForm = (address: string): boolean => /^\/console\/actions\/./i.test(address)

/** A view outlives the person whom it is about, so it keeps filters, and never who is looked for. */
export function looksForPerson(address: string): boolean {
  const [path = '', hash = ''] = address.split(/#(.*)/s)
  const values = [...new URLSearchParams(hash)]
  return (
    namesPerson(path) ||
    values.some(([name, value]) => ['query', 'user'].includes(name) || namesPerson(name) || namesPerson(value))
  )
}
