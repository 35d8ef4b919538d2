import { contactScope, type ApiScope } from './operator/api-keys.ts'
import type { OperatorRole } from './operator/roles.ts'
import { operatorActions, type ActionName } from './operator.ts'

export const operatorApiPrefix = '/api/operator/v1'
/**
 * Call of the read-only operator API. It runs the console's own read action, so that both always give the same answer.
 * `role`: the lowest role that may run it. `personal`: fields that only an API key with `contact:read` receives.
 */
type ApiRoute = {
  readonly action: ActionName
  readonly scope: Exclude<ApiScope, 'contact:read'>
  readonly role: OperatorRole
  readonly summary: string
  readonly personal: readonly string[]
}
const route = (action: ActionName, scope: ApiRoute['scope'], summary: string, personal: readonly string[] = []) => ({
  action,
  scope,
  summary,
  personal,
  role: operatorActions[action].role,
})

export const operatorApi: Readonly<Record<string, ApiRoute>> = {
  '/orders': route('orders.list', 'orders:read', 'Orders, the newest first. `status=refunded` lists refunded ones.'),
  '/postings': route(
    'ledger.postings',
    'postings:read',
    'Postings of the ledger, the oldest first. Those with the source `refund` are refunds.',
  ),
  '/members': route('people.list', 'members:read', 'Accounts with their plan and its end.', ['name']),
  '/plans': route('plans.list', 'plans:read', 'Plans with their prices, retired ones included.'),
  '/affiliates': route('affiliates.list', 'affiliates:read', 'Affiliates with their state and tier.'),
  '/payouts': route('payouts.list', 'payouts:read', 'Payouts to affiliates.', ['address', 'prepared']),
  '/payout-totals': route('payouts.stages', 'payouts:read', 'Number and sum of payouts by stage.'),
  '/tickets': route('messages.list', 'tickets:read', 'Conversations of customers with support.', ['name', 'text']),
  '/figures/days': route('figures.days', 'figures:read', 'Revenue and visitors by day.'),
}

/** HTTP statuses and error codes of refused API calls. */
export const apiErrors = {
  bad_request: 400,
  key_missing: 401,
  key_invalid: 401,
  scope_missing: 403,
  not_found: 404,
  too_many_requests: 429,
} as const
export type ApiError = keyof typeof apiErrors

/**
 * Parameters of a call. Filters that hold personal data are left out: they would tell a key without `contact:read` what
 * people wrote, and logs of proxies keep URLs.
 */
export const apiParameters = (action: ActionName): Readonly<Record<string, Field>> =>
  Object.fromEntries(
    Object.entries(operatorActions[action].input.properties as Readonly<Record<string, Field>>).filter(
      ([, field]) => field.holds !== 'person',
    ),
  )

type Json = { readonly [key: string]: unknown }
const plain = (schema: unknown): Json => JSON.parse(JSON.stringify(schema)) as Json
type Field = Json & { readonly enum?: readonly string[]; readonly pattern?: string; readonly holds?: string }

/** Removes fields from an answer, for API keys without `contact:read`. */
export function withoutFields(value: unknown, names: readonly string[]): unknown {
  if (names.length === 0 || value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((each) => withoutFields(each, names))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (names.includes(name) ? [] : [[name, withoutFields(each, names)]])),
  )
}

/** OpenAPI document of the read-only API for the operator's own systems. */
export const buildOperatorOpenApi = (): Json => ({
  openapi: '3.1.1',
  info: {
    title: 'Operator API',
    version: '1',
    license: { name: 'MIT', identifier: 'MIT' },
    description:
      'Read-only. Each key has scopes; a call without its scope gets 403. Lists have pages: send `next` of a page as `after`. Amounts are in minor units of the currency beside them, times are ISO 8601.',
  },
  servers: [{ url: operatorApiPrefix }],
  paths: Object.fromEntries(
    Object.entries(operatorApi).map(([path, { action, scope, summary, personal }]) => [
      path,
      { get: describeRoute(path, { action, scope, summary, personal }) },
    ]),
  ),
  components: {
    securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'A key that begins with wf_' } },
  },
})

function describeRoute(path: string, { action, scope, summary, personal }: Omit<ApiRoute, 'role'>): Json {
  const { input, output } = operatorActions[action]
  const required: readonly string[] = (input as { required?: readonly string[] }).required ?? []
  const note = personal.length === 0 ? '' : ` Only keys with \`${contactScope}\` get ${personal.join(' and ')}.`
  return {
    operationId: path.slice(1).replaceAll('/', '_').replaceAll('-', '_'),
    summary,
    description: `Scope: \`${scope}\`.${note}`,
    security: [{ key: [scope] }],
    parameters: Object.entries(apiParameters(action)).map(([name, field]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema: schemaOf(field),
    })),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: plain(output) } } },
      ...Object.fromEntries(
        [...new Set(Object.values(apiErrors))].map((status) => [
          status,
          {
            description: (Object.keys(apiErrors) as ApiError[]).filter((code) => apiErrors[code] === status).join(', '),
            content: { 'application/json': { schema: errorSchema } },
          },
        ]),
      ),
    },
  }
}

const errorSchema: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { enum: Object.keys(apiErrors) }, message: { type: 'string' } },
    },
  },
}

const schemaOf = (field: Field): Json => {
  const { type, enum: values, pattern, minimum, maximum, minLength, maxLength } = plain(field) as Field
  return Object.fromEntries(
    Object.entries({ type: type ?? 'string', enum: values, pattern, minimum, maximum, minLength, maxLength }).filter(
      ([, value]) => value !== undefined,
    ),
  )
}
