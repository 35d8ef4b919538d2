import type { crypto as english } from '#text/en/actions/crypto.ts'
import { translation } from '#text/template.ts'

export const crypto = translation<typeof english>()({
  'crypto.import-addresses': {
    label: '导入地址',
    about: '向某个网络的地址池添加地址，每行一个，并注明如何找到其私钥。',
    says: [
      '将向 {name} 的地址池添加 {added} 个地址。',
      '已添加 {added} 个地址；{name} 的地址池共 {total} 个，空闲 {free} 个。',
    ],
    hints: { network: '所属网络', file: '每行一个地址，空格后注明其密钥的查找方式' },
  },
  'crypto.refund-sent': {
    label: '登记已退款',
    about: '登记手工退款的链上交易，并在链上核对是否支付到该地址。',
    says: ['将登记退款 {refund} 已发送（{seen}）。', '已登记退款 {refund} 已发送（{seen}）。'],
    hints: { refund: '退款 ID', tx: '交易哈希', to: '买家要求的收款地址' },
  },
  'crypto.rescan': {
    label: '重新扫描区块',
    about: '重新读取某个网络的区块，查找遗漏的付款。已知的不会重复计算。',
    hints: { chain: '所属网络', fromBlock: '起始区块', toBlock: '结束区块；不填则扫描到已读取的位置' },
  },
  'crypto.status': {
    label: '网络状态',
    about: '各网络的读取与结算情况：距今秒数、到期与失败的付款。',
    empty: { networks: '没有配置网络。' },
  },
  'crypto.strays': {
    label: '游离转账',
    about: '列出未对应任何报价的转账，最新的在前：没有订单，或与要求不符。',
    empty: { items: '没有游离转账。' },
  },
  'crypto.waiting': {
    label: '等待确认的付款',
    about: '列出链上已看到、正在等待确认的付款，最早的在前。确认数已够却仍在此处的，是入账失败，会自动重试。',
    empty: { items: '没有等待确认的付款。' },
  },
  'crypto.sweep-list': { label: '余额分布', about: '据节点查询余额所在：地址、私钥位置、代币、余额、订单。' },
})
