import { demoOperators } from '#simulators/demo/demo-operators.ts'

/** Two operators whom every database with samples knows. */
export const { ada, ben } = demoOperators
