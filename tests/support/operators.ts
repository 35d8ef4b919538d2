import { demoOperators } from '#simulators/demo/demo-operators.ts'

export const { ada, ben } = demoOperators
