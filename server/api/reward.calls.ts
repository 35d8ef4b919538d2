import type { rewardCalls } from '#shared/contract/rewards.ts'
import { AppError } from '#shared/errors.ts'
import type { Handlers } from './register-calls.ts'

const unavailable = () => Promise.reject(new AppError('Unavailable'))

export const rewardHandlers = (): Handlers<typeof rewardCalls> => ({
  '/api/system/system_refer_config': unavailable,
  '/api/system/system_benefits': unavailable,
  '/api/system/system_user_benefits': unavailable,
})
