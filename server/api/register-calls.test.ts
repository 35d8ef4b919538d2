import Fastify from 'fastify'
import Type from 'typebox'
import { afterEach, describe, expect, it } from 'vitest'
import { Body, call } from '#shared/contract/call.ts'
import { registerCalls, type Gatekeeping } from './register-calls.ts'

const contract = {
  '/person': call({
    access: 'public',
    summary: 'planted',
    input: Body({ name: Type.String() }),
    output: Type.Object({ name: Type.String(), list: Type.Array(Type.Object({ id: Type.String() })) }),
  }),
}
const gatekeeping = { knowledge: {}, admit: () => Promise.resolve(null) } as unknown as Gatekeeping
let heard: unknown
const app = Fastify()
registerCalls(
  app,
  contract,
  {
    '/person': (input) => {
      heard = input
      const leaked = { name: 'Ann', passwordHash: 'secret', list: [{ id: '1', secret: 'secret' }] }
      return Promise.resolve(leaked)
    },
  },
  gatekeeping,
)
const ask = (payload: object) => app.inject({ method: 'POST', url: '/person', payload })
afterEach(() => void (heard = undefined))

describe('registered call', () => {
  it('omits undeclared fields from a response, also within lists', async () => {
    const response = await ask({ name: 'Ann' })
    expect(response.json()).toEqual({ code: 200, msg: '', status: 'OK', data: { name: 'Ann', list: [{ id: '1' }] } })
    expect(response.body).not.toContain('secret')
    expect(response.headers['cache-control']).toBe('no-store')
  })

  it('drops undeclared fields of a request, and rejects a request without a required one', async () => {
    await ask({ name: 'Ann', isAdmin: true })
    expect(heard).toEqual({ name: 'Ann' })
    heard = undefined
    expect((await ask({})).statusCode).toBe(400)
    expect(heard).toBeUndefined()
  })
})
