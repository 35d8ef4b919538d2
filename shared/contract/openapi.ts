import { platforms } from '#shared/api-values.ts'
import { errors, type ErrorStatus } from '#shared/errors.ts'
import type { Call, Contract } from './call.ts'

type Json = { readonly [key: string]: unknown }

/**
 * Builds an OpenAPI 3.1 document from the contract. `prefix`: path of the calls (`/v4`, or `/v4/test` outside PROD).
 * `unprefixed`: calls of the marketing host, which has no prefix. The output keeps the contract's order, so it is
 * deterministic.
 */
export function buildOpenApi(contract: Contract, prefix: string, unprefixed: Contract = {}): Json {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Customer API',
      version: '4',
      license: { name: 'MIT', identifier: 'MIT' },
      description: introduction,
    },
    servers: [{ url: prefix }],
    tags: [...new Set([...Object.keys(contract), ...Object.keys(unprefixed)].map(areaOf))].map((name) => ({ name })),
    paths: Object.fromEntries([
      ...Object.entries(contract).map(([path, call]) => [path, { post: describeCall(path, call) }]),
      ...Object.entries(unprefixed).map(([path, call]) => [
        path,
        { servers: [marketingServer], post: { ...describeCall(path, call), security: [] } },
      ]),
    ]),
    components: { parameters, headers, schemas: sharedSchemas, responses: errorResponses, securitySchemes },
  }
}

const introduction = `Every call is a POST with a JSON body and answers with the envelope \`{code, msg, status, data}\`.
\`code\` equals the HTTP status, \`status\` is a stable identifier, \`msg\` is the error in the caller's language.

Signed calls carry \`signature\`: base64 of RSA-OAEP-SHA256 over the JSON \`{"nonce": "<8 alphanumerics>", "timestamp": <ms since 1970>}\`,
encrypted with the public key of the platform named in the header \`platform\`. A nonce is accepted once; the timestamp may be
off by five minutes. Every kind of failure is answered alike, with \`InvalidSignature\`.

Where too many tries came from one network or for one account, an error's \`data.work\` holds a puzzle in the form of ALTCHA
(https://altcha.org; \`PBKDF2/SHA-256\`, solved in well under a second): find the counter whose derived key begins with
\`keyPrefix\`, and make the same call again with the header \`work\`, base64 of the JSON \`{"challenge": <data.work>, "solution":
{"counter": <number>, "derivedKey": "<hex>"}}\`. It counts once, for five minutes. Without it the call is refused until
\`Retry-After\` is over.

A new token arrives in the response header \`pragma\` and replaces the old one. Amounts are integers in minor units of the
currency beside them; instants are milliseconds since 1970, UTC.`

const areaOf = (path: string): string => (path.startsWith('/api/') ? path.split('/')[2] : path.split('/')[1]) ?? 'other'
const ref = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` })

const marketingServer: Json = {
  url: '/',
  description: 'The marketing host, without a prefix: this one, unless the operator names another',
}

function describeCall(path: string, call: Call): Json {
  return {
    operationId: path.slice(path.lastIndexOf('/') + 1),
    tags: [areaOf(path)],
    summary: call.summary,
    parameters: Object.keys(parameters).map((name) => ref('parameters', name)),
    security: securityOf(call),
    requestBody: { required: true, content: { 'application/json': { schema: inputOf(call) } } },
    responses: {
      200: {
        description: 'Done',
        headers: { pragma: ref('headers', 'pragma') },
        content: { 'application/json': { schema: envelope(plain(call.output)) } },
      },
      ...Object.fromEntries(Object.keys(errorResponses).map((code) => [code, ref('responses', code)])),
    },
  }
}

/** Security requirement of a call. A public call still reads a valid token; a login call ignores it. */
function securityOf(call: Call): Json[] {
  if (call.login) return []
  if (call.access === 'public') return [{}, { token: [] }]
  return call.access === 'register' ? [{ token: [] }, { registerToken: [] }] : [{ token: [] }]
}

function inputOf(call: Call): Json {
  const input = plain(call.input)
  if (!call.signed) return input
  const required = (input.required as string[] | undefined) ?? []
  const properties = input.properties as Json
  return {
    ...input,
    required: [...required, 'signature'],
    properties: { ...properties, signature: ref('schemas', 'Signature') },
  }
}

const envelope = (data: Json): Json => ({
  type: 'object',
  required: ['code', 'msg', 'status', 'data'],
  properties: { code: { const: 200 }, msg: { type: 'string' }, status: { const: 'OK' }, data },
})

const plain = (schema: unknown): Json =>
  JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key.startsWith('~') ? undefined : value))) as Json

const header = (name: string, schema: Json, description: string): Json => ({ name, in: 'header', schema, description })
const parameters = {
  platform: header(
    'platform',
    { enum: platforms, default: 'web' },
    'Which client calls; also names the key of signed calls',
  ),
  language: header(
    'language',
    { enum: ['en', 'zh_CN'], default: 'zh_CN' },
    'The language of `msg` and of names in `data`',
  ),
  deviceId: header(
    'deviceId',
    { type: 'string', maxLength: 128, default: 'web' },
    'The device; browsers send the constant `web`, native apps their id in the encoding of device ids',
  ),
  work: header(
    'work',
    { type: 'string', maxLength: 4096 },
    'A solved puzzle of an error’s `data.work`, where one was offered; see the introduction',
  ),
  osVersion: header('osVersion', { type: 'string', maxLength: 32 }, 'Native apps: the version of the operating system'),
  deviceName: header(
    'deviceName',
    { type: 'string', maxLength: 256 },
    'Native apps: what the device calls itself, percent-encoded UTF-8',
  ),
}
const headers = {
  pragma: {
    schema: { type: 'string' },
    description: 'A new token, where one is issued. Anything that does not look like a token (`no-cache`) is none.',
  },
}
const securitySchemes = {
  token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The token as it is, without a scheme' },
  registerToken: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The token of someone who registered a moment ago; good for system_user_info alone',
  },
}

const sharedSchemas = {
  Signature: { type: 'string', minLength: 1, maxLength: 512, contentEncoding: 'base64' },
  Error: {
    type: 'object',
    required: ['code', 'msg', 'status', 'data'],
    properties: {
      code: { type: 'integer' },
      msg: { type: 'string' },
      status: { type: 'string' },
      data: {
        type: ['object', 'null'],
        properties: {
          requestId: { type: 'string' },
          fields: {
            type: 'object',
            additionalProperties: { type: 'string' },
            description: 'Input field → what is wrong with it, in the language of the request',
          },
          challenge: {
            type: 'string',
            description:
              'How the sign-in goes on: SecondFactorRequired → user_login_second_factor, DeviceLimitReached → user_login_replace_device',
          },
          expiresAt: { type: 'integer', description: 'End of the challenge (ms since 1970, UTC)' },
          told: {
            type: 'string',
            description: 'AccountBlocked: why, in the words of who blocked it; `msg` holds them, too',
          },
          fits: {
            type: 'object',
            description: 'What a promo code that is not for this purchase holds for; null: for any',
            properties: Object.fromEntries(
              ['plans', 'methods', 'currencies'].map((name) => [
                name,
                { type: ['array', 'null'], items: { type: 'string' } },
              ]),
            ),
          },
          work: {
            type: 'object',
            description: 'A puzzle of ALTCHA; solved, in the header `work`, it makes the same call count once more',
            properties: {
              parameters: {
                type: 'object',
                properties: {
                  algorithm: { const: 'PBKDF2/SHA-256' },
                  cost: { type: 'integer', description: 'Rounds for each counter' },
                  expiresAt: { type: 'integer', description: 'Seconds since 1970, UTC' },
                  keyLength: { type: 'integer', description: 'Bytes' },
                  keyPrefix: { type: 'string', description: 'How the derived key begins, in hex' },
                  keySignature: { type: 'string' },
                  nonce: { type: 'string', description: 'Hex; with the counter as four bytes behind it the password' },
                  salt: { type: 'string', description: 'Hex' },
                },
              },
              signature: { type: 'string' },
            },
          },
          limit: { type: 'integer', description: 'DeviceLimitReached: how many devices there may be' },
          devices: {
            type: 'array',
            description: 'DeviceLimitReached: the devices to choose from',
            items: {
              type: 'object',
              properties: {
                id: { type: 'string' },
                type: { enum: [0, 1] },
                os: { enum: [0, 1, 2, 3, 4] },
                name: { type: ['string', 'null'] },
                lastUsedAt: { type: 'integer' },
              },
            },
          },
        },
      },
    },
  },
}

const statuses = Object.keys(errors) as ErrorStatus[]
const errorCodes = [...new Set(statuses.map((status) => errors[status].code))].toSorted((a, b) => a - b)

const errorResponses: Json = Object.fromEntries(
  errorCodes.map((code) => {
    const own = statuses.filter((status) => errors[status].code === code)
    const content = {
      schema: { ...ref('schemas', 'Error'), properties: { code: { const: code }, status: { enum: own } } },
    }
    const description = own.map((status) => `\`${status}\`: ${errors[status].en}`).join('; ')
    return [String(code), { description, content: { 'application/json': content } }]
  }),
)
