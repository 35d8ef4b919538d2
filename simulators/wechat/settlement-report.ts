import { movementsOf, type GatewayPayment, type Movement } from '../fake-gateway/gateway-payments.ts'
import { cardHolderOf } from '../fake-gateway/card-holder.ts'
import { inLayout, usualLayout, type ListStyle } from '../fake-gateway/fake-gateway.ts'

const head =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
/** Adds two columns invented for tests: one in the middle and one after the last. */
const widen = (values: readonly string[], [middle = '', last = '']: readonly string[]): string[] => [
  ...values.slice(0, 9),
  middle,
  ...values.slice(9),
  last,
]
const beijing = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
const yuan = (minor: number): string => (minor / 100).toFixed(2)
const row = (values: readonly string[]): string => values.map((value) => `\`${value}`).join(',')

const refundStates = { done: 'SUCCESS', pending: 'PROCESSING', failed: 'FAIL' } as const

export function report(
  gatewayPayments: readonly GatewayPayment[],
  day: string,
  merchant: { readonly appId: string; readonly merchantId: string },
  { foreignLines = [], layout = usualLayout }: ListStyle = {},
): string | null {
  const line = ({ gatewayPayment, at, refund }: Movement) =>
    row([
      beijing(at),
      merchant.appId,
      merchant.merchantId,
      '0',
      '',
      `42000${gatewayPayment.txn}`,
      gatewayPayment.number,
      cardHolderOf(gatewayPayment.txn).openId,
      gatewayPayment.extra.type ?? 'NATIVE',
      refund ? 'REFUND' : 'SUCCESS',
      'OTHERS',
      'CNY',
      refund ? '0.00' : yuan(gatewayPayment.paidMinor),
      '0.00',
      refund ? `50000${refund.txn}` : '0',
      refund ? refund.number : '0',
      refund ? yuan(refund.amountMinor) : '0.00',
      '0.00',
      refund ? 'ORIGINAL' : '',
      refund ? refundStates[refund.state ?? 'done'] : '',
      gatewayPayment.subject,
      '',
      '0.00000',
      '0.60%',
      refund ? '0.00' : yuan(gatewayPayment.paidMinor),
      refund ? yuan(refund.amountMinor) : '0.00',
      '',
    ])
  const own = movementsOf(gatewayPayments, (at) => beijing(at).startsWith(day), 'all').map(line)
  const widened = own.map((text) => (layout.extraColumns ? widen(text.split(','), ['`', '`']).join(',') : text))
  const lines = [...inLayout(widened, layout), ...foreignLines]
  if (lines.length === 0) return null
  if (layout.isCut) return `\uFEFF${[head, ...lines].join('\r\n')}\r\n`
  const totals = [row([String(lines.length), '0.00', '0.00', '0.00', '0.00000', '0.00', '0.00'])]
  const totalHead = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额'
  const names = layout.extraColumns ? widen(head.split(','), ['交易场景', '扩展信息']).join(',') : head
  return `\uFEFF${[names, ...lines, totalHead, ...totals].join('\r\n')}\r\n`
}
