import type { Output } from '#console/client/wire.ts'

export type OrderPage = Output<'orders.show'>
