import type { FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import type { ShopPass } from '#server/modules/operators/shop-pass.ts'
import type { Kept } from '#server/platform/cached-value.ts'
import type { ShopAccess } from '#server/workflows/catalog/shop-access.ts'

/**
 * API calls without a session that a closed shop still answers: what apps and status pages of present customers need,
 * and their sign-in, because a customer with a new phone must reach the tunnels that were paid for.
 */
const answered: ReadonlySet<string> = new Set([
  '/api/system/system_user_info',
  '/api/system/system_client_config',
  '/api/system/system_status',
  '/api/system/system_connection',
  '/api/system/system_client_error',
  '/api/payment/payment_state',
  '/api/payment/payment_joint_group',
  '/api/user/user_login',
  '/api/user/user_login_code',
  '/api/user/user_login_deviceid',
  '/api/user/user_login_passkey',
  '/api/user/user_login_replace_device',
  '/api/user/user_login_second_factor',
  '/api/user/user_login_ticket',
  '/api/user/user_login_username',
  '/api/user/user_passkey_options',
  '/api/user/user_reset_password',
  '/api/user/user_reset_with_recovery_code',
  '/api/user/user_send_code',
])
/**
 * API calls of signed-in customers that buy, win or begin something. A closed shop refuses these and answers all
 * others.
 */
const refused: ReadonlySet<string> = new Set([
  '/api/user/user_trial',
  '/api/user/user_claim_trial',
  '/api/payment/payment_preview',
  '/api/payment/payment_purchase',
  '/api/payment/payment_repay',
  '/api/payment/payment_crypto_quote',
  '/api/system/system_redeem_code',
  '/api/system/system_affiliate_apply',
  '/api/payment/payment_joint_purchase',
  '/api/payment/payment_joint_join',
  '/api/payment/payment_joint_join_for_pay',
  '/api/payment/payment_joint_pay_rest',
])
const signUps: ReadonlySet<string> = new Set([
  '/api/user/user_register_username',
  '/api/user/user_register_normal',
  '/api/user/user_register_deviceid',
  '/api/user/user_register_passkey_options',
  '/api/user/user_register_passkey',
])

export const isRefusedWhileClosed = (path: string, access: 'public' | 'register' | 'user'): boolean =>
  refused.has(path) || (access !== 'user' && !answered.has(path))

/**
 * API calls that test accounts of a rehearsal must not make, because they would count in figures or use up what
 * customers could have.
 */
const notRehearsed: ReadonlySet<string> = new Set([
  '/api/user/user_claim_trial',
  '/api/system/system_redeem_code',
  '/api/system/system_affiliate_apply',
  '/api/payment/payment_joint_purchase',
  '/api/payment/payment_joint_join',
  '/api/payment/payment_joint_join_for_pay',
  '/api/payment/payment_joint_pay_rest',
])
/** Throws `NotInRehearsal` if a test account must not make this call. */
export function refuseInRehearsal(path: string): void {
  if (notRehearsed.has(path)) throw new AppError('NotInRehearsal')
}

type Deps = {
  readonly doors: Kept<ShopAccess>
  readonly findPass: (request: FastifyRequest) => Promise<ShopPass | null>
}
/** Decides whether a call is admitted. Resolves to the operator's pass (preview cookie) sent with the call, or null. */
export type Admit = (
  path: string,
  access: 'public' | 'register' | 'user',
  request: FastifyRequest,
) => Promise<ShopPass | null>

/**
 * Refuses calls that a closed shop does not answer, except from operators with a pass. Refuses sign-ups while no terms
 * are published to agree to. Throws `ShopClosed` or `SignUpClosed`.
 */
export const createAdmission =
  ({ doors, findPass }: Deps): Admit =>
  async (path, access, request) => {
    const pass = await findPass(request)
    if (!isRefusedWhileClosed(path, access)) return pass
    const { isOpen, takesSignUps } = await doors.read()
    if (!isOpen && pass === null) throw new AppError('ShopClosed')
    if (!takesSignUps && signUps.has(path)) throw new AppError('SignUpClosed')
    return pass
  }
