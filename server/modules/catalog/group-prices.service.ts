export { findGroupGoods, type GroupGoods } from './group-prices.repo.ts'
