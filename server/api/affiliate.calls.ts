import type { affiliateCalls } from '#shared/contract/affiliate.ts'
import { describeAffiliate } from '#server/workflows/affiliates/describe-affiliate.ts'
import { describeBreakdown, describeFigures } from '#server/workflows/affiliates/describe-figures.ts'
import type { IdentityDeps } from '#server/deps/identity-deps.ts'
import {
  applyAsAffiliate,
  changeLink,
  makeCampaign,
  setPayoutAddress,
} from '#server/workflows/affiliates/join-affiliates.ts'
import { listCommissions, listPayouts, listReferred } from '#server/workflows/affiliates/list-commissions.ts'
import { readStatement } from '#server/workflows/affiliates/read-statement.ts'
import { traceCommission } from '#server/workflows/affiliates/trace-commission.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import type { Config } from '#server/platform/config.ts'
import { saveGreetingName } from '#server/modules/affiliates/affiliates.service.ts'
import { callerOf } from './call-context.ts'
import type { Handlers } from './register-calls.ts'

export const affiliateHandlers = (
  deps: IdentityDeps,
  config: Pick<Config, 'publicOrigin' | 'crypto'>,
): Handlers<typeof affiliateCalls> => ({
  '/api/system/system_affiliate': (_input, { userId, language }) =>
    describeAffiliate(deps.database, { userId, language, publicOrigin: config.publicOrigin }),
  '/api/system/system_affiliate_apply': async (form, { userId }) => {
    await applyAsAffiliate(deps, userId, form)
    return { state: 'pending' }
  },
  '/api/system/system_affiliate_campaign': (campaign, { userId }) =>
    makeCampaign(deps, { userId, publicOrigin: config.publicOrigin }, campaign),
  '/api/system/system_affiliate_link': (change, { userId }) =>
    changeLink(deps, { userId, publicOrigin: config.publicOrigin }, change),
  '/api/system/system_affiliate_greeting': async ({ name }, { userId }) => {
    const brands = Object.values((await readSettings(deps.database)).brand)
    await deps.database.transaction((tx) => saveGreetingName(tx, userId, name, brands))
    return {}
  },
  '/api/system/system_affiliate_payout': async (payout, context) => {
    await setPayoutAddress(deps, { ...callerOf(context), language: context.language, crypto: config.crypto }, payout)
    return {}
  },
  '/api/system/system_affiliate_figures': (input, { userId }) => describeFigures(deps.database, userId, input),
  '/api/system/system_affiliate_breakdown': (input, { userId, language }) =>
    describeBreakdown(deps.database, userId, input, language),
  '/api/system/system_affiliate_commissions': (filter, { userId, language }) =>
    listCommissions(deps.database, userId, filter, language),
  '/api/system/system_affiliate_referrals': (filter, { userId }) => listReferred(deps.database, userId, filter),
  '/api/system/system_affiliate_settlements': (input, { userId }) => listPayouts(deps.database, userId, input),
  '/api/system/system_affiliate_statement': (input, { userId, language }) =>
    readStatement(deps.database, userId, input, language),
  '/api/system/system_affiliate_trace': ({ id }, { userId, language }) =>
    traceCommission(deps.database, userId, id, language),
})
