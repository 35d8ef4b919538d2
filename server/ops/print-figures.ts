import type { ActionOutput } from '#shared/contract/operator.ts'
import { formatMoney } from '#shared/money.ts'
import { momentText } from '#server/operator/page.ts'
import { funnelSteps } from '#server/modules/figures/figures.queries.ts'
import type { Terminal } from './terminal.ts'

type Screen = Pick<Terminal, 'print' | 'table'>
type Today = ActionOutput<'today.show'>
type Revenue = Today['now']['revenue'][number]

const keyOf = ({ currency, provider }: Revenue): string => `${currency} ${provider}`

function besides(now: readonly Revenue[], before: readonly Revenue[]) {
  const [known, was] = [now, before].map((rows) => new Map(rows.map((row) => [keyOf(row), row] as const)))
  const keys = [...new Set([...now, ...before].map(keyOf))].toSorted()
  return keys.map((key) => {
    const [row, old] = [known?.get(key), was?.get(key)]
    const net = (each: Revenue | undefined) => (each ? formatMoney(each.net, 'en') : '–')
    return { revenue: key, net: net(row), before: net(old), payments: row?.payments ?? 0 }
  })
}

export function printToday(figures: Today, { print, table }: Screen): void {
  const { now, before, members, waits, sms, canaryGoodUntil } = figures
  print(
    `From ${momentText(now.from)} to ${momentText(now.until)}, beside ${momentText(before.from)} to ${momentText(before.until)}.`,
  )
  table(besides(now.revenue, before.revenue))
  table(
    funnelSteps.map((step) => ({
      step: step.replaceAll('_', ' '),
      count: now.funnel[step] ?? '–',
      before: before.funnel[step] ?? '–',
    })),
  )
  print(`Members: ${members.active}; ${members.endInDay} end within a day, ${members.endInWeek} within a week.`)
  table(
    waits.map(({ what, list, count, isMore, oldest }) => ({
      waits: what.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
      count: `${count}${isMore ? '+' : ''}`,
      oldest: oldest ? momentText(oldest) : '',
      list,
    })),
  )
  for (const { name, since } of figures.silentProviders)
    print(`The provider ${name} is silent${since ? ` since ${momentText(since)}` : ''}.`)
  for (const { name, since } of figures.nodesDown)
    print(`The node ${name} has not called${since ? ` since ${momentText(since)}` : ''}.`)
  for (const name of figures.panelsInTrouble) print(`The panel ${name} needs a look: see "tunnels providers".`)
  print(`SMS: ${sms.left} of ${sms.total} left today, ${sms.refused} refused.`)
  for (const { kind, free } of figures.benefitStock) print(`Benefit ${kind}: ${free} left.`)
  for (const { pool, free, total } of figures.addressPools) print(`Pool ${pool}: ${free} of ${total} addresses free.`)
  print(canaryGoodUntil === null ? 'The canary has no statement.' : `The canary is good until ${canaryGoodUntil}.`)
  const { provedAt, lastDay, differing } = figures.figures
  if (differing > 0) print(`FIGURES of ${differing} days differ from the books: see "ledger verify".`)
  else if (provedAt) print(`Figures to ${lastDay} are those of the books, proved ${momentText(provedAt)}.`)
}

export function printDays({ days }: ActionOutput<'figures.days'>, { table }: Screen): void {
  table(
    days.map(({ day, revenue, funnel, isFolded, differs }) => ({
      day,
      revenue: revenue.map(({ provider, net }) => `${provider} ${formatMoney(net, 'en')}`).join(', '),
      'sign ups': funnel?.sign_up ?? '',
      orders: funnel?.order_made ?? '',
      paid: funnel?.order_paid ?? '',
      '': differs ? 'DIFFERS from the books' : isFolded ? '' : 'so far',
    })),
  )
}
