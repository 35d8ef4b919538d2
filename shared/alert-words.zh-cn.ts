import type { AlertWords } from './alert-words.en.ts'

const moment = (iso: string | null): string => (iso === null ? '' : `${iso.slice(0, 16).replace('T', ' ')} UTC`)
const since = (iso: string | null): string => (iso === null ? '' : `（自 ${moment(iso)} 起）`)
const count = (number: number | null): string => (number ?? 0).toLocaleString('zh-CN')

export const alertWordsZh: AlertWords = {
  'review-opened': {
    title: '新的资金审核',
    line: ({ detail, since: at }) => `${moment(at)} 出现一项资金审核（${detail ?? '无原因'}）。`,
  },
  'review-overdue': {
    title: '审核等待过久',
    line: ({ detail, level, total, since: at }) =>
      level > 1
        ? `一项审核（${detail ?? '无原因'}）已超过 ${count(total)} 小时的时限，自 ${moment(at)} 起等待。`
        : `一项审核（${detail ?? '无原因'}）已等待超过 ${count(total)} 小时时限的一半，自 ${moment(at)} 起等待。`,
  },
  'approval-waits': {
    title: '等待第二位操作员',
    line: ({ detail, since: at }) => `${detail ?? '一项操作'} 等待第二位操作员${since(at)}。`,
  },
  'figures-differ': {
    title: '数据与账目不符',
    line: ({ amount, detail }) =>
      detail === 'ledger' ? `账本核验发现 ${count(amount)} 处不符。` : `有 ${count(amount)} 天的汇总数据与账目不符。`,
  },
  'job-dead': {
    title: '任务已放弃',
    line: ({ detail, since: at }) => `一个 ${detail ?? '未知'} 任务已放弃执行，原定 ${moment(at)}。`,
  },
  'jobs-late': {
    title: '任务积压',
    line: ({ subject, since: at }) => `${subject} 队列的任务积压${since(at)}。`,
  },
  'provider-silent': {
    title: '支付渠道无响应',
    line: ({ subject, since: at }) => `${subject} 没有响应${since(at)}。`,
  },
  'list-overdue': {
    title: '渠道账单未核对',
    line: ({ subject, amount, since: at }) => `${subject} 有 ${count(amount)} 天的账单无法与本站账目核对${since(at)}。`,
  },
  'erasure-waits': {
    title: '注销等待结算',
    line: ({ amount, since: at }) =>
      `${count(amount)} 个账号因有未完成的结算而暂未注销${since(at)}。请付款或取消结算。`,
  },
  'method-low': {
    title: '支付成功率偏低',
    line: ({ subject, amount, total }) =>
      `过去 24 小时 ${subject} 的支付成功率为 ${count(amount)}%，四周平均为 ${count(total)}%。`,
  },
  'node-down': {
    title: '节点离线',
    line: ({ subject, since: at }) => `节点 ${subject} 没有上报${since(at)}。`,
  },
  'panel-trouble': {
    title: '面板需要检查',
    line: ({ subject, since: at }) => `面板 ${subject} 下发延迟、有待确认的关闭，或无法比对${since(at)}。`,
  },
  'sms-budget': {
    title: '短信额度',
    line: ({ level, amount, total }) =>
      level > 1
        ? `今天的 ${count(total)} 条短信额度已用完，UTC 零点前不再发送短信验证码。`
        : `今天的 ${count(total)} 条短信额度还剩 ${count(amount)} 条。`,
  },
  'benefit-stock': {
    title: '福利库存',
    line: ({ subject, level, amount }) =>
      level > 1 ? `福利 ${subject} 已发完。` : `福利 ${subject} 还剩 ${count(amount)} 份。`,
  },
  'address-pool': {
    title: '加密货币地址池',
    line: ({ subject, level, amount, total }) =>
      level > 1
        ? `地址池 ${subject} 没有空闲地址，无法接受新的付款。`
        : `地址池 ${subject} 共 ${count(total)} 个地址，还有 ${count(amount)} 个空闲。`,
  },
  'mail-words': {
    title: '邮件文案',
    line: ({ subject, detail }) => `邮件 ${subject} 的自定义文案无法发送（${detail ?? ''}），目前发送的是默认文案。`,
  },
  'backup-late': {
    title: '备份延迟',
    line: ({ since: at }) => `最近一次数据库备份完成于 ${moment(at)}，之后再没有新的备份。`,
  },
  'canary-stale': {
    title: '安全声明',
    line: ({ level, since: at }) =>
      level > 1
        ? `安全声明的有效期到 ${moment(at).slice(0, 10)} 为止，现已失效。`
        : `安全声明的有效期到 ${moment(at).slice(0, 10)} 为止，请发布新的声明。`,
  },
}
