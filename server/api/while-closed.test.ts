import { expect, it } from 'vitest'
import { contract } from '#shared/contract/customer.ts'
import { marketingCalls } from '#shared/contract/marketing.ts'
import { isRefusedWhileClosed } from './while-closed.ts'

const calls = Object.entries({ ...contract, ...marketingCalls })
const refused = calls.filter(([path, { access }]) => isRefusedWhileClosed(path, access)).map(([path]) => path)

it('a closed shop refuses calls that begin a purchase, group, trial, registration or affiliate account, redeem a code or count a visit', () => {
  expect(refused.toSorted()).toEqual([
    '/api/payment/payment_coupon',
    '/api/payment/payment_crypto_options',
    '/api/payment/payment_crypto_quote',
    '/api/payment/payment_joint_join',
    '/api/payment/payment_joint_join_for_pay',
    '/api/payment/payment_joint_open',
    '/api/payment/payment_joint_pay_rest',
    '/api/payment/payment_joint_purchase',
    '/api/payment/payment_preview',
    '/api/payment/payment_purchase',
    '/api/payment/payment_repay',
    '/api/payment/payment_shop',
    '/api/system/system_affiliate_apply',
    '/api/system/system_redeem_code',
    '/api/user/user_claim_trial',
    '/api/user/user_register_deviceid',
    '/api/user/user_register_normal',
    '/api/user/user_register_passkey',
    '/api/user/user_register_passkey_options',
    '/api/user/user_register_username',
    '/api/user/user_trial',
    '/marketing/conversion',
    '/marketing/greeting',
    '/marketing/visit',
  ])
})
