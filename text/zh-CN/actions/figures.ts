import type { figures as english } from '#text/en/actions/figures.ts'
import { translation } from '#text/template.ts'

export const figures = translation<typeof english>()({
  'today.show': {
    label: '今天',
    about:
      '显示今天（商店时区）到现在的数据，与一周前同一天的相同时段对比，或最多三十天与此前同样长的时段对比；还有各支付方式的成功率、会员、待处理事项和异常。人民币和美元从不相加。',
    hints: { days: '含今天在内的天数，默认 1 天' },
    empty: { silentProviders: '所有渠道均正常。', nodesDown: '所有节点均正常。', panelsInTrouble: '无' },
  },
  'setup.show': { label: '开店清单', about: '查看开始销售前还缺什么，按当前实际状态判断。' },
  'figures.months': {
    label: '每月数据',
    about: '按商店时区显示最近各月的收入、退款，以及新增、续费和到期的会员，含本月。人民币和美元从不相加。',
    hints: { months: '含本月在内的月数，默认 13' },
  },
  'figures.month-plans': {
    label: '当月各套餐收入',
    about: '按商店时区显示某月各套餐、各支付渠道的收入和退款。',
    hints: { month: '月份，如 2026-10' },
  },
  'figures.days': {
    label: '每日数据',
    about: '显示最近若干天（商店时区）的收入和转化，含今天。已结束的日子只结算一次，每晚与账本核对。',
    hints: { days: '天数，默认 30' },
  },
})
