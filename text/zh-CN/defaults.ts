import type { defaults as english } from '#text/en/defaults.ts'
import { translation } from '#text/template.ts'

export const defaults = translation<typeof english>()({
  hints: {
    reason: '将记入审计日志',
    user: '用户编号、账户名、邮箱、手机号或邀请码，需唯一对应一个账户',
    order: '订单号或订单 ID，需唯一对应一笔订单',
    after: '从上一页最后一行之后继续',
    group: '拼团的邀请码',
    text: '文案名称，例如 clause/terms-of-service',
  },
  empty: {
    memberUntil: '从未开通',
    validUntil: '从未开通',
    creatorBefore: '从未开通',
    creatorAfter: '从未开通',
    blocked: '否',
    takenBy: '无',
    onceSent: '不变',
  },
  second: {
    always: '任何情况下。',
    asks: '任何情况下：客服申请，财务决定。',
    personActs: '一天内此类针对个人的操作涉及的用户超过限额（默认 10 位）。',
    giftPeople: '一天内涉及的用户超过限额（默认 30 位）。',
  },
})
