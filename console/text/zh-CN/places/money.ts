import type { MoneyText } from '../../en/places/money.ts'

const money = {
  tabs: {
    months: '按月',
    reconciliation: '对账',
    crypto: '加密货币',
    exports: '导出',
    ledger: '账本',
    more: '全部操作',
  },
  show: '详情',
  runs: '对账记录',
  differences: '存在差异，等待处理',
  decide: '处理',
  decided: '处理记录',
  pools: '收款地址',
  pool: '地址池',
  free: '可用',
  total: '总数',
  askNodes: '向节点查询各地址余额',
  noCrypto: '未开通加密货币收款',
  cryptoHow: '当前部署没有配置任何网络，结账页不会提供加密货币。开通步骤：',
  cryptoSteps: [
    '在“系统 › 对接”中填写钱包公钥和各网络的节点。',
    '由另一位所有者批准。',
    '之后这里会显示网络、可用地址和无主付款。',
  ],
  parts: '资金列表',
  start: '新建导出',
  save: '保存',
  saving: '正在保存…',
  notSaved: '无法读取文件：可能已过期，或网络中断。请重试。',
  verify: '核对账本',
  right: '账本正确。',
  wrong: '问题',
} satisfies MoneyText
export default money
