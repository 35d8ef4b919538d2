import Type from 'typebox'
import { expect, test } from 'vitest'
import { errors } from '#shared/errors.ts'
import { Body, call, type Call } from './call.ts'
import { contract } from './customer.ts'
import { marketingCalls } from './marketing.ts'
import { buildOpenApi } from './openapi.ts'

type Operation = {
  operationId: string
  security: Record<string, unknown>[]
  requestBody: {
    content: { 'application/json': { schema: { required?: string[]; properties: Record<string, unknown> } } }
  }
  responses: Record<string, unknown>
}
const operationOf = (document: ReturnType<typeof buildOpenApi>, path: string): Operation =>
  (document.paths as Record<string, { post: Operation }>)[path]!.post

test('every call of the contract is documented, and exactly the signed ones require a signature', () => {
  const document = buildOpenApi(contract, '/v4')
  expect(Object.keys(document.paths as object)).toEqual(Object.keys(contract))
  for (const [path, { signed = false }] of Object.entries<Call>(contract)) {
    const { schema } = operationOf(document, path).requestBody.content['application/json']
    expect([path, schema.required?.includes('signature') ?? false]).toEqual([path, signed])
    expect([path, 'signature' in schema.properties]).toEqual([path, signed])
  }
})

test('calls of the marketing host are documented without prefix and without a session', () => {
  const document = buildOpenApi(contract, '/v4', marketingCalls)
  expect(Object.keys(document.paths as object)).toEqual([...Object.keys(contract), ...Object.keys(marketingCalls)])
  for (const path of Object.keys(marketingCalls)) {
    expect((document.paths as Record<string, unknown>)[path]).toMatchObject({ servers: [{ url: '/' }] })
    expect(operationOf(document, path)).toMatchObject({ security: [], tags: ['marketing'] })
  }
})

test('every reference in the OpenAPI document resolves, and operation ids are unique', () => {
  const document = buildOpenApi(contract, '/v4')
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1]!)
  expect(references.length).toBeGreaterThan(10)
  for (const reference of references) {
    const target = reference
      .split('/')
      .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document)
    expect(target, reference).toBeTypeOf('object')
  }
  const ids = Object.keys(contract).map((path) => operationOf(document, path).operationId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('every error status of the catalogue is documented under its code', () => {
  const { responses } = buildOpenApi(contract, '/v4').components as {
    responses: Record<string, { description: string }>
  }
  for (const [status, { code }] of Object.entries(errors))
    expect(responses[code]?.description).toContain(`\`${status}\``)
})

test('the access level of a call determines the token that it accepts', () => {
  const security = (definition: Partial<Call>) =>
    operationOf(
      buildOpenApi(
        {
          '/api/x/y': {
            ...call({ access: 'public', summary: '', input: Body({}), output: Type.Object({}) }),
            ...definition,
          },
        },
        '/v4',
      ),
      '/api/x/y',
    ).security
  expect(security({ access: 'user' })).toEqual([{ token: [] }])
  expect(security({ access: 'register' })).toEqual([{ token: [] }, { registerToken: [] }])
  expect(security({ access: 'public' })).toEqual([{}, { token: [] }])
  expect(security({ access: 'public', login: true })).toEqual([])
})
