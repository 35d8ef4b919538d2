import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { lazySchemas } from './lazy-schemas.ts'

const options = {
  schemaController: lazySchemas,
  ajv: { customOptions: { coerceTypes: false, allErrors: true } },
} as const
const body = { type: 'object', required: ['a', 'b'], properties: { a: { type: 'integer' }, b: { type: 'string' } } }
const answer = { type: 'object', properties: { shown: { type: 'string' } } }

it('a schema is compiled only when a request uses it', async () => {
  const app = Fastify(options)
  app.post('/broken', { schema: { body: { type: 'nonsense' } } }, async () => 'x')
  app.post('/whole', { schema: { body } }, async () => 'x')
  await app.ready()
  const post = async (url: string) => (await app.inject({ method: 'POST', url, payload: { a: 1, b: 'x' } })).statusCode
  expect([await post('/broken'), await post('/whole')]).toEqual([500, 200])
  await app.close()
})

it('a refused request names all faults, and an answer contains only declared fields', async () => {
  const app = Fastify(options)
  app.post('/', { schema: { body, response: { 200: answer } } }, async () => ({ shown: 'yes', hidden: 'no' }))
  app.setErrorHandler((error: { validation?: readonly unknown[] }, _request, reply) =>
    reply.code(400).send({ wrong: error.validation?.length }),
  )
  const post = async (payload: object) => (await app.inject({ method: 'POST', url: '/', payload })).json<object>()
  for (let round = 0; round < 2; round++) {
    expect(await post({})).toEqual({ wrong: 2 })
    expect(await post({ a: '1', b: 'x' })).toEqual({ wrong: 1 })
    expect(await post({ a: 1, b: 'x' })).toEqual({ shown: 'yes' })
  }
  await app.close()
})
