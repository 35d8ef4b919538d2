import type { ledger as english } from '#text/en/actions/ledger.ts'
import { translation } from '#text/template.ts'

export const ledger = translation<typeof english>()({
  'ledger.verify': { label: '核验账本', about: '核验资金账本：各币种借贷平衡，与已验证的付款一致，且与每日数据相符。' },
  'ledger.postings': {
    label: '分录',
    about: '列出账本的分录，最早的在前。来源为退款的分录即退款。',
    hints: { from: '从这一天起', until: '到这一天之前', currency: '按币种筛选' },
    empty: { items: '没有符合条件的分录。', order: '无' },
  },
  'payments.lists': {
    label: '每日账单',
    about:
      '各支付渠道每天的账单是否已核对。缺失或无法读取的账单每六小时重试一次。采用 MD5 的易支付没有账单，不在此列。',
  },
  'payments.reconcile': {
    label: '渠道对账',
    about: '将最近几天的支付与渠道数据及渠道账单比对；补记遗漏，差异转入资金复核。',
    hints: { days: '回溯天数，默认 3 天' },
  },
})
