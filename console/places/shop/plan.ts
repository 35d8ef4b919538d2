import type { Output } from '#console/client/wire.ts'
import type { ShopText } from '#console/text/en/places/shop.ts'

export type PriceRow = Output<'plans.compare'>['plans'][number]
export type Plan = Pick<PriceRow, 'id' | 'names' | 'badge' | 'time' | 'devices' | 'sale'> & {
  readonly rows: readonly PriceRow[]
}

export const planForms = ['plans.set-price', 'plans.set-group-price', 'plans.describe'] as const
export type PlanForm = (typeof planForms)[number]
export type Draft = { readonly action: PlanForm; readonly input: string }

export const methodName = ({ methods }: ShopText, method: string): string =>
  methods[method as keyof ShopText['methods']] ?? method
