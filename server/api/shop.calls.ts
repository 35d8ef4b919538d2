import type { Output } from '#shared/contract/call.ts'
import type { paymentCalls } from '#shared/contract/payment.ts'
import type { Kept } from '#server/platform/keep.ts'
import type { ShopFront } from '#server/workflows/catalog/shop-front.ts'
import type { Handlers } from './register-calls.ts'

type ShopCall = Pick<typeof paymentCalls, '/api/payment/payment_shop'>
type Shop = Output<ShopCall['/api/payment/payment_shop']>

export const shopHandlers = (front: Kept<ShopFront>): Handlers<ShopCall> => ({
  '/api/payment/payment_shop': async (_input, { language }): Promise<Shop> => ({
    list: (await front.read()).goods.map(({ names, badges, ...goods }) => ({
      ...goods,
      name: names[language],
      badge: badges?.[language] ?? null,
    })),
  }),
})
