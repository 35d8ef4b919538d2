import type { Output } from '#console/client/wire.ts'
import type { ShopText } from '#console/text/en/places/shop.ts'

export type PriceRow = Output<'plans.compare'>['plans'][number]
/** A plan with its rows, one for each currency. */
export type Plan = Pick<PriceRow, 'id' | 'names' | 'badge' | 'time' | 'devices' | 'sale'> & {
  readonly rows: readonly PriceRow[]
}

/** The actions that change a plan by a form. */
export const planForms = ['plans.set-price', 'plans.set-group-price', 'plans.describe'] as const
export type PlanForm = (typeof planForms)[number]
/** What is typed into the form of an action so far, as it would be sent. */
export type Draft = { readonly action: PlanForm; readonly input: string }

/** A way of paying as operators read it. */
export const methodName = ({ methods }: ShopText, method: string): string =>
  methods[method as keyof ShopText['methods']] ?? method
