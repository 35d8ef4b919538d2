import type { search as english } from '#text/en/actions/search.ts'
import { translation } from '#text/template.ts'

export const search = translation<typeof english>()({
  'search.find': {
    label: '搜索',
    about:
      '按一段文字查找：用户（UID、名称、邮箱、手机号或其末几位、邀请码）、订单、支付尝试、退款、渠道交易号、链上哈希或地址、打款、拼团、优惠码或兑换码，每类五条。只读角色看到的联系方式经过遮盖，且须输入完整。',
    hints: { query: '对方提供或粘贴的任何信息' },
    empty: { hits: '没有结果。' },
  },
  'search.preview': {
    label: '搜索结果速览',
    about:
      '用几项要点说明用户或订单的现状，便于答复“已付款却没有开通”：会员到期、订单、最近一次支付消息、等待处理的资金复核。对用户显示最新订单和最近二十个订单中的支付。只读角色看到的联系方式经过遮盖。',
    hints: { kind: '类型', id: '用户 UID 或订单号' },
  },
})
