import { ActionsOf } from '#console/act/action-list.tsx'
import { useAddressValues } from '#console/client/address-values.ts'
import { useSpoken } from '#console/client/language.ts'
import { Finder } from '#console/list/finder.tsx'
import { Head } from '#console/frame/head.tsx'
import type { OrdersText } from '#console/text/en/places/orders.ts'
import { Group, Groups } from './group.tsx'
import { OrderList } from './order-list.tsx'
import { Order } from './order.tsx'

export default function Orders({ t }: { t: OrdersText }) {
  const { t: shell } = useSpoken()
  const [{ order, group }] = useAddressValues()
  if (order) return <Order key={order} number={order} t={t} />
  if (group) return <Group key={group} code={group} t={t} />
  return (
    <>
      <Head title={shell.places.orders} about={t.about} />
      <Finder t={t} />
      <OrderList t={t} />
      <Groups t={t} />
      <ActionsOf place="orders" />
    </>
  )
}
