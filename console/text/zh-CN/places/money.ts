import type { MoneyText } from '../../en/places/money.ts'

const money = {
  tabs: { exports: '导出', ledger: '账本', more: '全部操作' },
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
