import type { audit as english } from '#text/en/actions/audit.ts'
import { translation } from '#text/template.ts'

export const audit = translation<typeof english>()({
  'audit.list': {
    label: '审计日志',
    about: '列出运营人员的操作，以及系统自动执行的操作，最新的在前。',
    hints: {
      operator: '由该运营人员执行；system 表示系统自动执行',
      action: '仅此操作，包括以旧名称记录的',
      subject: '操作对象：对象的开头，或其中编号、名称的开头',
      from: '不早于该日期或时间',
      until: '早于该日期或时间',
    },
    empty: { items: '没有符合条件的记录。' },
  },
  'audit.show': { label: '查看审计记录', about: '查看一条审计记录的详情。', hints: { id: '要查看的记录' } },
})
