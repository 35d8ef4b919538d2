import { demoOperators } from '#server/db/seed/demo-operators.ts'

/** Two operators whom every database with samples knows. */
export const { ada, ben } = demoOperators
