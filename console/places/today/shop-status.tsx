import { Link } from 'react-router'
import { countText } from '#console/client/display.ts'
import type { Output } from '#console/client/wire.ts'
import { DataTable } from '#console/list/data-table.tsx'
import { Panel } from '#console/list/panel.tsx'
import type { TodayText } from '#console/text/en/places/today.ts'

type Figures = Output<'today.show'>
type Line = { readonly what: string; readonly state: string; readonly isWrong?: boolean; readonly page?: string }

function linesOf(t: TodayText, house: Figures): Line[] {
  const { sms, canaryGoodUntil, figures } = house
  const [silent, down] = [house.silentProviders, house.nodesDown]
  return [
    ...silent.map(({ name }) => ({
      what: t.silent(t.methodNames[name] ?? name),
      state: t.isSilent,
      isWrong: true,
      page: '/console/shop/methods',
    })),
    ...(silent.length === 0 ? [{ what: t.providers, state: t.allAnswer }] : []),
    ...down.map(({ name }) => ({ what: t.node(name), state: t.isDown, isWrong: true, page: '/console/system/nodes' })),
    ...(down.length === 0 ? [{ what: t.nodes, state: t.allAnswer }] : []),
    ...house.panelsInTrouble.map((name) => ({
      what: t.panel(name),
      state: t.needsLook,
      isWrong: true,
      page: '/console/system/tunnels',
    })),
    {
      what: t.sms,
      state: t.smsLeft(countText(sms.left), countText(sms.total), countText(sms.refused)),
      isWrong: sms.left === 0,
    },
    ...house.benefitStock.map(({ kind, free }) => ({
      what: t.stock(kind),
      state: t.free(countText(free)),
      isWrong: free === 0,
    })),
    ...house.addressPools.map(({ pool, free, total }) => ({
      what: t.pool(pool),
      state: t.freeOf(countText(free), countText(total)),
      isWrong: free === 0,
    })),
    { what: t.canary, state: canaryGoodUntil === null ? t.noCanary : t.goodUntil(canaryGoodUntil) },
    figures.differing > 0
      ? { what: t.figures, state: t.differing(countText(figures.differing)), isWrong: true }
      : { what: t.figures, state: figures.provedAt && figures.lastDay ? t.proved(figures.lastDay) : t.notProved },
  ]
}

/** State of the shop's parts. Problems are marked by icon and text, not by colour alone. */
export const ShopStatus = ({ t, house }: { t: TodayText; house: Figures }) => (
  <Panel title={t.house}>
    <DataTable
      caption={t.house}
      rows={linesOf(t, house)}
      keyOf={({ what }) => what}
      columns={[
        {
          id: 'what',
          label: t.what,
          render: ({ what, page }) =>
            page === undefined ? (
              what
            ) : (
              <Link className="lnk" to={page}>
                {what}
              </Link>
            ),
        },
        {
          id: 'state',
          label: t.state,
          render: ({ state, isWrong }) => (isWrong ? <span className="tag stop">{state}</span> : state),
        },
      ]}
    />
  </Panel>
)
