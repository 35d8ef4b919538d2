import type { AlertNames } from '#shared/alert-words.en.ts'
import { isTimeZone } from '#shared/month-zones.ts'
import type { Language } from '#shared/language.ts'
import { momentIn } from '#shared/moment-text.ts'
import { actions as actionsEn } from '#text/en/actions.ts'
import jobsEn from '#text/en/job-kinds.ts'
import { reviewReasons as reasonsEn } from '#text/en/review-reasons.ts'
import { ways as waysEn } from '#text/en/payment-methods.ts'
import { actions as actionsZh } from '#text/zh-CN/actions.ts'
import jobsZh from '#text/zh-CN/job-kinds.ts'
import { reviewReasons as reasonsZh } from '#text/zh-CN/review-reasons.ts'
import { ways as waysZh } from '#text/zh-CN/payment-methods.ts'

type Names = Readonly<Record<string, string>>
const catalogues: Readonly<
  Record<Language, { actions: Readonly<Record<string, { label: string }>>; jobs: Names; reasons: Names; ways: Names }>
> = {
  en: { actions: actionsEn, jobs: jobsEn, reasons: reasonsEn, ways: waysEn },
  'zh-CN': { actions: actionsZh, jobs: jobsZh, reasons: reasonsZh, ways: waysZh },
}

const find = <T>(texts: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(texts, name) ? texts[name] : undefined

/** Names and times of alerts in an operator's language and time zone, as the console shows them. */
export function alertNames(language: Language, timeZone: string): AlertNames {
  const { actions, jobs, reasons, ways } = catalogues[language]
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC'
  return {
    moment: (iso) => momentIn(new Date(iso), language, zone),
    reason: (code) => find(reasons, code),
    way: (code) => find(ways, code),
    job: (kind) => find(jobs, kind),
    action: (name) => find(actions, name)?.label,
  }
}

/**
 * Label of an operator action. Falls back to the action's name in code, for example for actions that only an older
 * release had.
 */
export const actionLabel = (name: string, language: Language): string =>
  find(catalogues[language].actions, name)?.label ?? name
