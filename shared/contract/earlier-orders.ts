import Type from 'typebox'
import { Instant, Nullable } from './call.ts'

/** Orders that a person had placed in the VPN panel from which the account was imported. */
export const EarlierOrders = Type.Array(
  Type.Object({
    number: Type.String(),
    plan: Type.String(),
    period: Type.String(),
    amountMinor: Type.Integer({ description: 'In hundredths of the currency of the earlier shop' }),
    status: Type.Enum(['open', 'paid', 'cancelled']),
    date: Instant('When the order was made'),
    paidAt: Nullable(Instant('When it was paid')),
  }),
  { description: 'Orders of the panel from which the account was imported' },
)
