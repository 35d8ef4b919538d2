import { toGbk } from '../gbk.ts'
import { zip } from '../zip.ts'
import { cardHolderOf } from '../fake-gateway/card-holder.ts'
import { inLayout, usualLayout, type ListStyle } from '../fake-gateway/fake-gateway.ts'
import { movementsOf, type GatewayPayment, type Movement } from '../fake-gateway/gateway-payments.ts'
import { merchant, toBeijing, toYuan } from './wire.ts'

const names =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'
const sumNames =
  '门店编号,门店名称,交易订单总笔数,退款订单总笔数,订单金额（元）,商家实收（元）,支付宝优惠（元）,商家优惠（元）,卡消费金额（元）,服务费（元）,分润（元）,实收净额（元）'
/**
 * Columns invented for tests of unknown columns: one in the middle, three after the last. They are empty in every line.
 */
const [extraPlace, extraNames] = [6, ['入账时间', '平台补贴（元）', '结算时间', '扩展信息']] as const
const widen = (values: readonly string[], [middle = '', ...last]: readonly string[]): string[] => [
  ...values.slice(0, extraPlace),
  middle,
  ...values.slice(extraPlace),
  ...last,
]
const rule = (title: string): string => `#${'-'.repeat(41)}${title}${'-'.repeat(40)}`

function row({ gatewayPayment, at, refund }: Movement): string[] {
  const amount = refund ? `-${toYuan(refund.amountMinor)}` : toYuan(gatewayPayment.paidMinor)
  const zeros = ['0.00', '0.00', '0.00', '0.00', '0.00']
  return [
    `${gatewayPayment.txn}\t`,
    `${gatewayPayment.number}\t`,
    refund ? '退款    ' : '交易    ',
    gatewayPayment.subject.padEnd(20),
    toBeijing(gatewayPayment.paidAt ?? at),
    toBeijing(at),
    '\t',
    '        ',
    '        ',
    '\t',
    `*明(${cardHolderOf(gatewayPayment.txn).maskedEmail})`,
    amount,
    amount,
    ...zeros,
    '        ',
    '0.00',
    '0.00',
    refund ? `${refund.number}\t` : '\t',
    '0.00',
    '0.00',
    '        ',
  ]
}

/**
 * Daily report in Alipay's format: a ZIP with details and totals, both CSV in GBK. Null if the report would have no
 * lines.
 */
export function report(
  gatewayPayments: readonly GatewayPayment[],
  day: string,
  { foreignLines = [], layout = usualLayout }: ListStyle = {},
): Buffer | null {
  const movements = movementsOf(gatewayPayments, (at) => toBeijing(at).startsWith(day))
  if (movements.length + foreignLines.length === 0) return null
  const refunds = movements.filter(({ refund }) => refund !== null).length
  const [year, month, date] = day.split('-')
  const from = `${year}年${month}月${date}日`
  const account = `#账号：[${merchant.sellerId}0156]`
  const period = `#起始日期：[${from} 00:00:00]   终止日期：[${from} 23:59:59]`
  const own = movements
    .map(row)
    .map((values) => (layout.extraColumns ? widen(values, ['', '', '', '        ']) : values))
  const rows = [
    ...inLayout(
      own.map((values) => values.join(',')),
      layout,
    ),
    ...foreignLines,
  ]
  const detailsOf = (lines: readonly string[]) => [
    '#支付宝业务明细查询',
    account,
    period,
    rule('业务明细列表'),
    layout.extraColumns ? widen(names.split(','), extraNames).join(',') : names,
    ...lines,
    rule('业务明细列表结束'),
    `#交易合计：${movements.length - refunds}笔，商家实收共0.00元，商家优惠共0.00元`,
    `#退款合计：${refunds}笔，商家实收退款共0.00元，商家优惠退款共0.00元`,
    `#导出时间：[${from} 23:59:59]`,
  ]
  const sums = [
    '#支付宝业务汇总查询',
    account,
    period,
    rule('业务汇总列表'),
    sumNames,
    `合计\t,\t,${movements.length - refunds},${refunds},0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00`,
    rule('业务汇总列表结束'),
  ]
  const name = `${merchant.sellerId}0156_${day.replaceAll('-', '')}_业务明细`
  const file = (suffix: string, lines: readonly string[]) => ({
    name: toGbk(`${name}${suffix}.csv`),
    bytes: Buffer.concat([Buffer.from(layout.isMarked ? '\uFEFF' : ''), toGbk(`${lines.join('\r\n')}\r\n`)]),
  })
  const size = Math.ceil(rows.length / layout.parts)
  const details = Array.from({ length: layout.parts }, (_, part) => {
    const lines = detailsOf(rows.slice(part * size, (part + 1) * size))
    const isBroken = layout.isCut && part === layout.parts - 1
    return file(part === 0 ? '' : `_${part + 1}`, isBroken ? lines.slice(0, -4) : lines)
  })
  return zip([...details, file('(汇总)', sums)])
}
