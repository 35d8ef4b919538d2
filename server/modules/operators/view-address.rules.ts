import { namesPerson } from './person-words.rules.ts'

/**
 * Pages of the console below `/console`. `*` stands for a parameter. A test compares this list with the console's
 * routes.
 */
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
  ...[
    'reviews',
    'reviews/*',
    'approvals',
    'approvals/*',
    'messages',
    'replies',
    'applications',
    'cases',
    'cases/*',
  ].map((page) => `queue/${page}`),
  ...['referrals', 'jobs'].map((page) => `queue/${page}`),
  'shop',
  ...['plans', 'promos', 'redeem', 'benefits', 'methods', 'routes', 'more'].map((page) => `shop/${page}`),
  'affiliates',
  ...['members', 'payouts', 'commissions', 'batches', 'terms', 'terms/new', 'more'].map((page) => `affiliates/${page}`),
  'money',
  ...['months', 'ledger', 'reconciliation', 'crypto', 'exports', 'more'].map((page) => `money/${page}`),
  'texts',
  ...['*', '*/*', 'clients', 'canary', 'more'].map((page) => `texts/${page}`),
  'system',
  ...['operators', 'alerts', 'notifications', 'recovery', 'audit', 'jobs', 'errors', 'tunnels', 'nodes', 'sms'].map(
    (page) => `system/${page}`,
  ),
  ...['settings', 'brand', 'connections', 'nodes/new', 'nodes/install', 'limits', 'webhooks', 'api-keys', 'more'].map(
    (page) => `system/${page}`,
  ),
  ...['tunnels/new', 'tunnels/edit'].map((page) => `system/${page}`),
] as const
const paths = consolePages.map((page) => (page === '' ? '/console' : `/console/${page}`))
const patterns = paths.map((path) => new RegExp(`^${path.replaceAll('*', '[a-z0-9][a-z0-9._-]{0,59}')}$`))

/**
 * True for the URL of a console page in its exact spelling. A URL that only redirects is refused, because it could
 * redirect forever.
 */
export function isAddress(typed: string): boolean {
  const [path = '', hash] = typed.split(/#(.*)/s)
  return patterns.some((pattern) => pattern.test(path)) && (hash === undefined || /^[!-~]{0,600}$/.test(hash))
}

/**
 * True for the URL of a prefilled form. A saved view with such a URL could make an owner submit somebody else's input
 * under a harmless name.
 */
export const isForm = (address: string): boolean => /^\/console\/actions\/./i.test(address)

/**
 * True if a console URL searches for a person. A saved view may be kept longer than the person's data, so it must not
 * contain such a search.
 */
export function looksForPerson(address: string): boolean {
  const [path = '', hash = ''] = address.split(/#(.*)/s)
  const values = [...new URLSearchParams(hash)]
  return (
    namesPerson(path) ||
    values.some(
      ([name, value]) => ['query', 'user', 'contains'].includes(name) || namesPerson(name) || namesPerson(value),
    )
  )
}
