import type { Operator } from '#server/platform/act.ts'

/** Operators for sample data and tests. They have no password, so nobody can sign in as them. */
export const demoOperators = {
  ada: { id: '00000000-0000-4000-8000-0000000000a1', name: 'ada' },
  ben: { id: '00000000-0000-4000-8000-0000000000b2', name: 'ben' },
} as const satisfies Record<string, Operator>
