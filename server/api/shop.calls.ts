import type { Output } from '#shared/contract/call.ts'
import type { paymentCalls } from '#shared/contract/payment.ts'
import { listGoods } from '#server/modules/catalog/catalog.queries.ts'
import type { Database } from '#server/platform/database.ts'
import type { Handlers } from './register-calls.ts'

type ShopCall = Pick<typeof paymentCalls, '/api/payment/payment_shop'>
type Shop = Output<ShopCall['/api/payment/payment_shop']>

export const shopHandlers = (database: Database): Handlers<ShopCall> => ({
  '/api/payment/payment_shop': async (_input, { language }): Promise<Shop> => ({
    list: (await listGoods(database)).map(({ names, badges, ...goods }) => ({
      ...goods,
      name: names[language],
      badge: badges?.[language] ?? null,
    })),
  }),
})
