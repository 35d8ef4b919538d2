import { AppError } from '#shared/errors.ts'
import type { paymentCalls } from '#shared/contract/payment.ts'
import type { Output } from '#shared/contract/call.ts'
import { listTestGoods } from '#server/modules/catalog/catalog.queries.ts'
import type { Database } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { cancelOrder } from '#server/workflows/orders/cancel-order.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import { previewPurchase, presentDifference, previewPromoCode } from '#server/workflows/orders/preview-purchase.ts'
import { redeemCode } from '#server/workflows/orders/redeem-code.ts'
import { repayOrder } from '#server/workflows/orders/repay-order.ts'
import { placeOrder } from '#server/workflows/orders/place-order.ts'
import { askForOrder, readOrder, readOrders, readState } from '#server/workflows/orders/read-orders.ts'
import { printReceipt, readReceipt } from '#server/workflows/orders/read-receipt.ts'
import type { Kept } from '#server/platform/cached-value.ts'
import type { ShopFront } from '#server/workflows/catalog/shop-front.ts'
import type { Handlers } from './register-calls.ts'

type PaymentCalls = Omit<typeof paymentCalls, '/api/payment/payment_shop'>

export const paymentHandlers = (deps: PaymentDeps & { readonly digest: KeyedDigest }): Handlers<PaymentCalls> => ({
  '/api/payment/payment_preview': async (input, { userId, rehearsalOf }) => {
    const isRehearsal = rehearsalOf !== null
    const { expiresAt, difference, ...preview } = await previewPurchase(deps.database, {
      ...input,
      userId,
      isRehearsal,
    })
    return { ...preview, expiresAt: expiresAt.getTime(), difference: difference && presentDifference(difference) }
  },
  '/api/payment/payment_purchase': async ({ promoCode, ...input }, context) => {
    const { userId, caller, language, isPhone, clientIp, session, rehearsalOf } = context
    const isRehearsal = rehearsalOf !== null
    // In a rehearsal only its test account can buy, and outside of one the test account cannot.
    if (isRehearsal !== session?.isTest) throw new AppError('NotInRehearsal')
    const promo = promoCode ? { ...caller, code: promoCode } : undefined
    const device = isPhone ? 'phone' : 'desktop'
    const { orderId } = await placeOrder(deps, {
      ...input,
      promo,
      userId,
      isRehearsal,
      clientIp,
      device,
      signals: caller.signals?.() ?? [],
    })
    return readOrder(deps.database, userId, orderId, language)
  },
  '/api/payment/payment_coupon': (input, { caller, session }) =>
    previewPromoCode(deps, input, { ...caller, userId: session?.userId ?? null }),
  '/api/payment/payment_cancel': async ({ orderId }, { userId, language }) => {
    await cancelOrder(deps, userId, orderId)
    return readOrder(deps.database, userId, orderId, language)
  },
  '/api/payment/payment_repay': async ({ orderId, method }, { userId, language, isPhone, clientIp }) => {
    await repayOrder(deps, { userId, orderId, method, device: isPhone ? 'phone' : 'desktop', clientIp })
    return readOrder(deps.database, userId, orderId, language)
  },
  '/api/system/system_redeem_code': ({ code }, { userId, caller }) => redeemCode(deps, { ...caller, code, userId }),
  '/api/payment/payment_receipt': ({ orderId }, { userId, language }) =>
    readReceipt(deps.database, { userId, orderId, language }),
  '/api/payment/payment_receipt_print': ({ orderId, buyerName }, { userId, language }) =>
    printReceipt(deps.database, { userId, orderId, language, buyerName }),
  '/api/payment/payment_state': ({ orderId, ask }) => readState(deps, orderId, ask === true),
  '/api/payment/payment_order': async ({ orderId, ask, before }, { userId, language }) => {
    if (orderId === undefined)
      return readOrders(deps.database, userId, before === undefined ? null : new Date(before), language)
    const order = ask
      ? await askForOrder(deps, userId, orderId, language)
      : await readOrder(deps.database, userId, orderId, language)
    return { list: [order], more: false }
  },
})

type ShopCall = Pick<typeof paymentCalls, '/api/payment/payment_shop'>
type Shop = Output<ShopCall['/api/payment/payment_shop']>

export const shopHandlers = (database: Database, front: Kept<ShopFront>): Handlers<ShopCall> => ({
  '/api/payment/payment_shop': async (_input, { language, rehearsalOf }): Promise<Shop> => ({
    list: (rehearsalOf === null ? (await front.read()).goods : await listTestGoods(database)).map(
      ({ names, badges, ...goods }) => ({
        ...goods,
        name: names[language],
        badge: badges?.[language] ?? null,
      }),
    ),
  }),
})
