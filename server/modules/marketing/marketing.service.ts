export {
  deleteOldOrigins as forgetOldOrigins,
  deleteOldVisits as forgetOldVisits,
  findOrigin,
  findVisit,
  forgetOrigin,
  insertOrigin as recordOrigin,
  insertStep as recordStep,
  insertVisit as recordVisit,
  listConversions,
} from './marketing.repo.ts'
export { originDays, readOpaque, writeConversions } from './marketing.rules.ts'
