import { namesPerson } from './person-words.rules.ts'

/** The pages of the console below `/console`; `*` is a part that names a thing. A test compares them with the routes that the console has. */
export const consolePages = [
  '',
  'me',
  'actions',
  'actions/*',
  'today',
  'orders',
  'people',
  ...['segments', 'mailings', 'mailings/*', 'more'].map((page) => `people/${page}`),
  'queue',
  ...['reviews', 'reviews/*', 'approvals', 'approvals/*', 'messages', 'applications', 'cases', 'cases/*'].map(
    (page) => `queue/${page}`,
  ),
  ...['referrals', 'jobs'].map((page) => `queue/${page}`),
  'shop',
  ...['plans', 'promos', 'redeem', 'benefits', 'methods', 'routes', 'more'].map((page) => `shop/${page}`),
  'affiliates',
  ...['members', 'payouts', 'batches', 'terms', 'more'].map((page) => `affiliates/${page}`),
  'money',
  ...['ledger', 'reconciliation', 'crypto', 'exports', 'more'].map((page) => `money/${page}`),
  'texts',
  ...['*', '*/*', 'clients', 'canary', 'more'].map((page) => `texts/${page}`),
  'system',
  ...['operators', 'alerts', 'notifications', 'recovery', 'audit', 'jobs', 'errors', 'tunnels', 'nodes', 'sms'].map(
    (page) => `system/${page}`,
  ),
  ...['limits', 'more'].map((page) => `system/${page}`),
] as const
const paths = consolePages.map((page) => (page === '' ? '/console' : `/console/${page}`))
const patterns = paths.map((path) => new RegExp(`^${path.replaceAll('*', '[a-z0-9][a-z0-9._-]{0,59}')}$`))

/** A page of the console, spelled as it is: an address that only leads on to a page could lead on without end. */
export function isAddress(typed: string): boolean {
  const [path = '', hash] = typed.split(/#(.*)/s)
  return patterns.some((pattern) => pattern.test(path)) && (hash === undefined || /^[!-~]{0,600}$/.test(hash))
}

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
