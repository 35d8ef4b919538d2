import { formatRate } from '#shared/affiliate-terms.ts'
import { passwordMinimum } from '#shared/account-rules.ts'
import { errorReportDays } from '#shared/error-report.ts'
import type { Language } from '#shared/language.ts'
import { longerHoldsText } from '#shared/longer-holds.ts'
import { formatMoney, money } from '#shared/money.ts'
import { chainWindowMinutes, paymentWindowMinutes, groupHours } from '#shared/payment-windows.ts'
import { reserveText } from '#shared/reserve-text.ts'
import { riskText } from '#shared/risk-terms-text.ts'
import { trialLength } from '#shared/trial-length-text.ts'
import { staleAfterDays } from '#server/modules/canary/canary.rules.ts'
import type { Settings } from '#server/modules/catalog/catalog.service.ts'
import type { Goods } from '#server/modules/catalog/catalog.queries.ts'
import { lifeMinutes, maxTries } from '#server/modules/verification-codes/verification-codes.rules.ts'
import type { Facts } from '#server/modules/content/placeholders.rules.ts'
import { originDays } from '#server/modules/marketing/marketing.rules.ts'
import { graceDays } from '#server/modules/accounts/deletion.service.ts'
import { deviceMarkDays } from '#server/modules/limits/device-mark.rules.ts'
import { payoutRestHours } from '#server/modules/affiliates/affiliates.rules.ts'
import { freeableAfterMinutes, paidLeaves, unpaidSeats } from '#server/modules/groups/seats.rules.ts'
import { limits } from '#server/modules/limits/limits.rules.ts'
import { changeDays } from '#server/modules/account-changes/account-changes.rules.ts'
import { webhookDays } from '#server/modules/webhooks/webhooks.rules.ts'
import { supportDays, supportIdleDays } from '#shared/support-limits.ts'
import { onlineMinutes, usageDays } from '#server/modules/tunnels/reported-traffic.rules.ts'
import { noticeDays } from '#shared/notice-days.ts'
import { toldDays } from '#server/modules/outbox/outbox.queries.ts'
import { unpaidOrderDays } from '#server/modules/orders/orders.rules.ts'
import { notificationDays } from '#server/modules/payments/payment-traces.service.ts'
import { moneySignalDays, signalDays } from '#server/modules/risk/signals.rules.ts'
import { formerPayerDays } from '#server/modules/referrals/referrals.rules.ts'
import { absoluteLifeDays, maxSessions, networkHours, signInDays } from '#server/modules/sessions/sessions.rules.ts'

/** Values of `{{name}}` placeholders in texts, each read from the code or setting that enforces it. */
export function contentFacts(settings: Settings, goods: readonly Goods[], language: Language): Facts {
  const { affiliateTerms: terms } = settings
  const firsts = terms.tiers.map((tier) => tier.firstBps)
  const renewals = terms.tiers.map((tier) => tier.renewalBps)
  const plans = goods.map((plan) => plan.months)
  return {
    brand: settings.brand[language],
    trialMinutes: String(settings.trialMinutes),
    trialArmedDays: String(settings.trialArmedDays),
    refundDays: String(settings.refundDays),
    maxDevices: String(Math.max(1, ...goods.map((plan) => plan.maxDevices))),
    shortestPlanMonths: String(Math.min(...(plans.length > 0 ? plans : [1]))),
    longestPlanMonths: String(Math.max(...(plans.length > 0 ? plans : [1]))),
    invitedTrial: trialLength(terms.invitedTrialMinutes, language),
    referRate: formatRate(terms.referRateBps),
    leastFirstRate: formatRate(Math.min(...firsts)),
    mostFirstRate: formatRate(Math.max(...firsts)),
    leastRenewalRate: formatRate(Math.min(...renewals)),
    mostRenewalRate: formatRate(Math.max(...renewals)),
    holdDays: String(terms.holdDays),
    longerHolds: longerHoldsText(terms.longerHolds ?? {}, language),
    reserve: reserveText(terms.tiers, language),
    riskRules: riskText(terms.risk, language),
    attributionDays: String(terms.attributionDays),
    conversionDays: String(originDays),
    minPayout: formatMoney(money(terms.minPayoutMinor, terms.currency), language, { whole: true }),
    orderMinutes: String(paymentWindowMinutes),
    codeMinutes: String(lifeMinutes),
    codeTries: String(maxTries),
    resendSeconds: String(limits['code-resend'].seconds),
    sessionDays: String(absoluteLifeDays),
    deletionDays: String(graceDays),
    formerPayerDays: String(formerPayerDays),
    signalDays: String(signalDays),
    moneySignalDays: String(moneySignalDays),
    ...publicRules,
  }
}

const publicRules: Facts = {
  trialsOfNetwork: String(limits['trial-range'].max),
  unpaidSeats: String(unpaidSeats.max),
  seatPauseMinutes: String(unpaidSeats.minutes),
  freeableMinutes: String(freeableAfterMinutes),
  paidLeaves: String(paidLeaves.max),
  paidLeaveHours: String(paidLeaves.hours),
  payoutRestHours: String(payoutRestHours),
  noticeDays: String(noticeDays),
  usageDays: String(usageDays),
  onlineMinutes: String(onlineMinutes),
  toldDays: String(toldDays),
  passwordLength: String(passwordMinimum),
  deviceMarkDays: String(deviceMarkDays),
  sessionsAtOnce: String(maxSessions),
  exportsPerDay: String(limits['export-account'].max),
  groupHours: String(groupHours),
  cryptoMinutes: String(chainWindowMinutes),
  // Longest time for which data about networks and sign-in attempts is kept: as long as the longest rate limit needs
  // it.
  abuseHours: String(Math.max(networkHours, ...Object.values(limits).map(({ seconds }) => seconds / 3_600))),
  signInDays: String(signInDays),
  notificationDays: String(notificationDays),
  unpaidOrderDays: String(unpaidOrderDays),
  changeDays: String(changeDays),
  supportDays: String(supportDays),
  webhookDays: String(webhookDays),
  supportIdleDays: String(supportIdleDays),
  canaryDays: String(staleAfterDays),
  errorDays: String(errorReportDays),
}
