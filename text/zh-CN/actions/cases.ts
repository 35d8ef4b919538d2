import type { cases as english } from '#text/en/actions/cases.ts'
import { translation } from '#text/template.ts'

export const cases = translation<typeof english>()({
  'cases.list': {
    label: '可疑案件',
    about: '列出待处理的案件：几个账号有共同点，与通过它们获得的奖励相矛盾；最早的在前。',
    empty: { items: '没有待处理的案件。' },
  },
  'cases.show': {
    label: '查看案件',
    about: '查看一个案件：涉及谁、有哪些共同点、赚了多少、撤销会影响谁。',
    hints: { id: '案件编号' },
    empty: { traits: '已没有仍留存的共同点。', earned: '没有通过他们获得的奖励。', costs: '撤销不会影响任何人。' },
  },
  'cases.payers': {
    label: '案件的付款账户',
    about: '列出案件涉及的人付款用过的银行卡、钱包或支付账户，每个一行，多人共用的在前。只保存加密摘要。',
    hints: { id: '案件编号' },
    empty: { payers: '没有已知的付款账户。', blocked: '否' },
  },
  'cases.block-payers': {
    label: '停用全部付款账户',
    about:
      '停用案件中所有人付款用过的银行卡、钱包和支付账户：无论谁用它们付款，款项都先由人工处理，退回或解除停用之前不开通任何时长。此前已购内容保留。',
    second: '超过三个账户用它们付过款。',
    says: [
      '将停用 {payers} 个付款账户（{accounts} 个账号用过），另有 {alreadyBlocked} 个早已停用。已付款的 {paidOrders} 笔订单不变（扣除退款后实收 {received}），待付款 {openOrders} 笔，涉及未成团的拼团 {openGroups} 个。之后的付款进入资金复核。',
      '已停用 {payers} 个付款账户（{accounts} 个账号用过），另有 {alreadyBlocked} 个早已停用。已付款的 {paidOrders} 笔订单不变（扣除退款后实收 {received}），待付款 {openOrders} 笔，涉及未成团的拼团 {openGroups} 个。之后的付款进入资金复核。',
    ],
    hints: { id: '案件编号' },
  },
  'cases.unblock-payers': {
    label: '恢复案件的付款账户',
    about: '恢复随案件一并停用的付款账户；单独停用的仍停用。因此等待、尚无人处理的付款在几秒内生效。',
    says: [
      '将恢复 {payers} 个付款账户；款项将生效的订单 {orders} 笔。',
      '已恢复 {payers} 个付款账户；款项生效的订单 {orders} 笔。',
    ],
    hints: { id: '案件编号' },
  },
  'cases.release': {
    label: '全部放行',
    about:
      '案件中待定的奖励全部照常发放，规则不再就同样的情况提示这些人。已拒绝的邀请不变；邀请人已被暂停的，邀请予以拒绝；这些邀请被规则冻结的佣金仍待逐笔放行。',
    says: [
      '将认可 {people} 条邀请，放行 {commissions} 笔佣金；此前已拒绝或因邀请人被暂停而拒绝 {refused} 条。',
      '已认可 {people} 条邀请，放行 {commissions} 笔佣金；此前已拒绝或因邀请人被暂停而拒绝 {refused} 条。',
    ],
    hints: { id: '案件编号' },
  },
  'cases.void': {
    label: '全部撤销',
    about:
      '撤销通过案件中这些人获得的全部奖励，推广者会看到原因；此前由运营人员认可的邀请不受影响。已打款的部分转为欠款，从之后的结算中扣回。',
    second: '收回的金额超过单人对一笔订单的限额。',
    says: [
      '将撤销 {amount}，其中已打款 {paid}；此前已认可而保留的 {spared} 条。',
      '已撤销 {amount}，其中已打款 {paid}；此前已认可而保留的 {spared} 条。',
    ],
    hints: { id: '案件编号', reason: '推广者和被收回奖励时间的人会看到' },
  },
})
