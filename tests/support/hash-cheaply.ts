import { registerHooks } from 'node:module'

/**
 * Replaces the library of password hashes in a process that `node --import` starts with this file: integration tests, and
 * products of journeys, because almost every test opens an account. The product itself has no setting for it.
 */
const cheap = new URL('cheap-argon2.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@node-rs/argon2' && context.parentURL !== cheap
      ? { url: cheap, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
})
