import type { OrdersText } from '#console/text/en/places/orders.ts'

const looks: Readonly<Record<string, string>> = {
  paid: 'tag ok',
  created: 'tag hold',
  awaiting_payment: 'tag hold',
  refunding: 'tag hold',
  review: 'tag stop',
  partially_refunded: 'tag info',
}

export const StatusChip = ({ status, t }: { status: string; t: OrdersText }) => (
  <span className={looks[status] ?? 'tag'}>{t.words[status] ?? status}</span>
)
