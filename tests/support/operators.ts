import { demoOperators } from '#simulators/demo/demo-operators.ts'

/** Two operators that exist in every seeded database. */
export const { ada, ben } = demoOperators
