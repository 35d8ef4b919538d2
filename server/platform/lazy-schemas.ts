import createValidators from '@fastify/ajv-compiler'
import createSerializers from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** As Ajv makes them: what was wrong stands on the function until it is called again. */
type Validate = { (data: unknown): unknown; errors?: unknown }
/** What a builder of Fastify returns; `options` and `route` are handed on as they come. */
type Build<T> = (...options: readonly unknown[]) => (route: unknown) => T

const validators = createValidators() as unknown as Build<Validate>
const serializers = createSerializers() as unknown as Build<(data: unknown) => string>

/**
 * Fastify's own compilers, asked for a schema when the first request comes to it: some hundred schemas took a third of the
 * server's start and stayed in memory, most of them for calls that no one made for hours. The first call of a kind takes the
 * two or three milliseconds instead.
 */
export const lazySchemas = {
  compilersFactory: {
    buildValidator: (...options: readonly unknown[]) => {
      const compiler = once(() => validators(...options))
      return (route: unknown) => {
        const compiled = once(() => compiler()(route))
        const validate: Validate = (data) => {
          const isValid = compiled()(data)
          validate.errors = compiled().errors
          return isValid
        }
        return validate
      }
    },
    buildSerializer: (...options: readonly unknown[]) => {
      const compiler = once(() => serializers(...options))
      return (route: unknown) => {
        const serialize = once(() => compiler()(route))
        return (data: unknown) => serialize()(data)
      }
    },
  },
} as unknown as NonNullable<FastifyServerOptions['schemaController']>
