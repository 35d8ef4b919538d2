import type { affiliateCalls } from '#shared/contract/affiliate.ts'
import { AppError } from '#shared/errors.ts'
import type { Handlers } from './register-calls.ts'

const unavailable = () => Promise.reject(new AppError('Unavailable'))

export const affiliateHandlers = (): Handlers<typeof affiliateCalls> => ({
  '/api/system/system_affiliate': unavailable,
  '/api/system/system_affiliate_apply': unavailable,
  '/api/system/system_affiliate_campaign': unavailable,
  '/api/system/system_affiliate_payout': unavailable,
  '/api/system/system_affiliate_commissions': unavailable,
  '/api/system/system_affiliate_referrals': unavailable,
  '/api/system/system_affiliate_settlements': unavailable,
  '/api/system/system_affiliate_trace': unavailable,
})
