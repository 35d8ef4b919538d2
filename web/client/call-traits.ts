import type { Call } from '#shared/contract/call.ts'
import { contract, type CustomerContract } from '#shared/contract/customer.ts'

export type CallPath = keyof CustomerContract
type CallTraits = { readonly signed?: true; readonly login?: true }

/**
 * Properties of API calls that the browser needs at run time; calls without any are left out. Builds replace this
 * module with the resulting table (`vite.config.ts`), because importing the contract would add a schema validator to
 * every page.
 */
export const callTraits: { readonly [path: string]: CallTraits } = Object.fromEntries(
  Object.entries<Call>(contract)
    .filter(([, { signed, login }]) => signed || login)
    .map(([path, { signed, login }]) => [path, { ...(signed && { signed }), ...(login && { login }) }]),
)
