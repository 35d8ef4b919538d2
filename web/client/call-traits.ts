import type { Call } from '#shared/contract/call.ts'
import { contract, type CustomerContract } from '#shared/contract/customer.ts'

export type CallPath = keyof CustomerContract
export type CallTraits = { readonly signed?: true; readonly login?: true }

/**
 * What the browser must know of calls besides their types; calls without traits are left out. Read off the contract
 * when the site is built: a bundle holds the resulting table in place of this module (`vite.config.ts`), because the
 * contract's schemas would cost every visitor a validator.
 */
export const callTraits: { readonly [path: string]: CallTraits } = Object.fromEntries(
  Object.entries<Call>(contract)
    .filter(([, { signed, login }]) => signed || login)
    .map(([path, { signed, login }]) => [path, { ...(signed && { signed }), ...(login && { login }) }]),
)
