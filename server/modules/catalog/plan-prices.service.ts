export { listPlanPrices } from './plan-prices.repo.ts'
