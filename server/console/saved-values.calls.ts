import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { ConsoleAct } from '#shared/console.ts'
import { openForm } from '#server/operator/open-form.ts'
import { operatorOf } from '#server/workflows/operators/sign-in-operator.ts'
import { expectation, savedToWire, nameOf } from './action.calls.ts'
import { sendRefusal } from './console-error.ts'
import { requireSignedIn, type ConsoleDeps, type SignedIn } from './console-session.ts'

const body = Type.Object({
  input: Type.Record(Type.String(), Type.Unknown()),
  expect: Type.Optional(expectation),
})
type Asked = Pick<ConsoleAct, 'input' | 'expect'>

export function registerSavedValues(api: FastifyInstance, { database, cookie, config }: ConsoleDeps): void {
  api.post<{ Params: { name: string }; Body: Asked }>(
    '/kept/:name',
    {
      schema: { body },
      onRequest: async (request) => void (request.operator = await requireSignedIn(database, cookie, request)),
    },
    async (request, reply) => {
      const { session } = request.operator as SignedIn
      const { input, expect } = request.body
      const operator = { ...operatorOf(session), role: session.role }
      const opened = await openForm(nameOf(request.params.name), input, { database, config, operator, expect })
      return opened.ok ? savedToWire(opened.value) : sendRefusal(request, reply, opened.refusal)
    },
  )
}
