import type { system as english } from '#text/en/actions/system.ts'
import { translation } from '#text/template.ts'

export const system = translation<typeof english>()({
  'jobs.list': {
    label: '任务',
    about: '列出任务：等待中、执行中、已放弃（dead），或最近一周完成的。',
    hints: { status: '按状态筛选，默认显示等待执行的' },
    empty: { items: '没有符合条件的任务。' },
  },
  'jobs.lanes': { label: '任务队列', about: '查看各任务队列：等待数量与时长、执行中、已放弃，以及渠道是否无响应。' },
  'jobs.run': {
    label: '立即执行任务',
    about: '让一个等待中或已放弃的任务，或全部已放弃的任务立即到期，由运行中的服务器或 worker 执行。',
    hints: { job: '仅此任务', dead: '全部已放弃的任务，或某一类' },
  },
  'jobs.drop': {
    label: '删除失败任务',
    about: '永久删除一个已放弃的任务，它要做的事不会再自动执行。',
    says: [
      '将删除 {kind}（{about}），已尝试 {attempts} 次：{error}。',
      '已删除 {kind}（{about}），已尝试 {attempts} 次：{error}。',
    ],
    hints: { job: '一个已放弃的任务' },
  },
  'errors.list': {
    label: '错误',
    about: '列出接口、任务和浏览器中的错误，按此顺序，最新的在前。保留 30 天，仅正式环境上报。',
    hints: { days: '回溯天数', side: '仅显示该来源的错误' },
    empty: { items: '没有错误。' },
  },
  'errors.show': { label: '查看错误', about: '查看一个错误及其堆栈。', hints: { id: '错误列表中的编号' } },
  'sms.spent': { label: '短信用量', about: '按国家区号列出最近 14 天（UTC）的短信、因预算拒发的数量以及今日余量。' },
  'marketing.export': {
    label: '导出转化',
    about: '将来自广告的注册与购买连同 gclid 等导出为 CSV，供上传。',
    says: ['将把 {count} 条转化写入 {file}。', '已把 {count} 条转化写入 {file}。'],
    hints: { from: '起始日期', until: '结束日期的次日' },
  },
})
