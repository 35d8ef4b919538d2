import type { affiliates as english } from '#text/en/actions/affiliates.ts'
import { translation } from '#text/template.ts'

export const affiliates = translation<typeof english>()({
  'affiliates.applications': {
    label: '推广申请',
    about: '列出待处理的推广申请，最早的在前。',
    empty: { items: '没有待处理的申请。' },
  },
  'affiliates.approve': {
    label: '通过申请',
    about: '批准申请人加入推广计划。',
    says: ['将通过 {uid} 的申请。', '{uid} 现已成为推广者。'],
  },
  'affiliates.reject': {
    label: '拒绝申请',
    about: '拒绝申请并说明原因，申请人可见。',
    says: ['将拒绝 {uid}。', '已拒绝 {uid}。'],
    hints: { reason: '申请人会看到' },
  },
  'affiliates.list': { label: '推广者', about: '列出推广者，最新的在前。', empty: { items: '还没有推广者。' } },
  'affiliates.show': {
    label: '名称与链接',
    about: '查看一位推广者：状态、等级、问候访客时用的名字，以及各条链接和它们的名称。',
  },
  'affiliates.clear-name': {
    label: '移除名称',
    about: '移除推广者问候访客的名字，或某条链接的名称（之后以地址末尾的字符为名），并说明原因，推广者会看到。',
    says: ['将移除 {uid} 的名称“{before}”。', '已移除 {uid} 的名称“{before}”，已通知对方。'],
    hints: { link: '链接地址中邀请码之后的部分；留空表示问候访客时用的名字', reason: '推广者会看到' },
  },
  'affiliates.suspend': {
    label: '暂停推广者',
    about: '暂停推广者：不再产生佣金，也不再打款。对方会看到原因。',
    says: ['将暂停 {uid}。暂停的金额：{rests}。', '{uid} 已暂停：新订单不再产生佣金，结算暂缓。暂停的金额：{rests}。'],
    hints: { reason: '推广者会看到' },
  },
  'affiliates.resume': {
    label: '恢复推广者',
    about: '恢复被暂停的推广者。',
    says: ['将恢复 {uid}。', '{uid} 已恢复。'],
  },
  'affiliates.set-tier': {
    label: '设置等级',
    about: '设置推广者今后订单的等级；auto 表示按条款自动确定。',
    says: ['将把 {uid} 的等级从 {before} 改为 {after}。', '{uid} 的等级现为 {after}。'],
    hints: { tier: '推广条款中的等级；填 auto 则自动评定' },
  },
  'commissions.list': {
    label: '佣金',
    about:
      '列出推广者的佣金及其扣回，最新的在前。冻结中：冻结期未满。复核中：不参与结算。待结算：等待下次结算，按冻结期结束先后排列，最近结束的在前，扣回沿用原佣金的冻结期。结算中：已进入尚未支付的结算。预留：延后支付的部分，已减去退款。',
    hints: { state: '仅显示该状态的佣金' },
    empty: { items: '没有符合条件的佣金。' },
  },
  'commissions.hold': {
    label: '冻结佣金',
    about: '使订单的佣金不参与结算，并说明原因，推广者可见。',
    says: ['将冻结订单 {number} 的佣金。', '订单 {number} 的佣金已进入复核。'],
    hints: { reason: '推广者会看到' },
  },
  'commissions.release': {
    label: '放行佣金',
    about: '放行复核中的佣金。',
    says: ['将放行订单 {number} 的佣金。', '订单 {number} 的佣金已放行。'],
  },
  'commissions.void': {
    label: '撤销佣金',
    about: '永久撤销一笔订单的佣金，推广者会看到原因。已打款的部分转为欠款，从之后的结算中扣回。',
    says: [
      '将撤销 {uid} 在订单 {number} 的佣金 {amount}，其中已打款 {paid}；之后待结算 {next}。',
      '已撤销 {uid} 在订单 {number} 的佣金 {amount}，其中已打款 {paid}；目前待结算 {next}。',
    ],
    hints: { reason: '推广者会看到' },
  },
  'referrals.held': {
    label: '待审邀请',
    about: '列出需人工查看后才计奖励的邀请关系。',
    empty: { items: '没有待审的邀请。' },
  },
  'referrals.release': {
    label: '计入邀请',
    about: '计入邀请关系，其消费应得的奖励现在发放。',
    says: ['{uid} 的邀请状态为 {before}，将被计入。', '{uid} 的邀请已计入。'],
  },
  'referrals.refuse': {
    label: '拒绝邀请',
    about: '拒绝邀请关系，不产生任何奖励。',
    says: ['{uid} 的邀请状态为 {before}，将被拒绝。', '{uid} 的邀请已拒绝。'],
  },
  'referrals.reopen': {
    label: '撤回拒绝',
    about: '把已拒绝的邀请恢复为待审。计入之前不产生任何奖励。',
    says: ['{uid} 的邀请状态为 {before}，将恢复为待审。', '{uid} 的邀请已恢复为待审。'],
  },
  'referrals.correct': {
    label: '更正邀请人',
    about:
      '更正是谁带来了这位客户：另一个人，或没有人。因此获得的奖励永久撤销，已打款的部分转为欠款；更正后的邀请人从此后的消费中获得奖励。',
    second: '收回的金额超过单人对一笔订单的限额。',
    hints: { inviter: '邀请人，填法同“用户”；留空表示没有人', reason: '因此获得奖励的人会看到' },
  },
})
