import type { groups as english } from '#text/en/actions/groups.ts'
import { translation } from '#text/template.ts'

export const groups = translation<typeof english>()({
  'groups.list': {
    label: '拼团',
    about: '列出最新的拼团，或某一状态的拼团。',
    hints: { status: '仅显示该状态的拼团' },
    empty: { items: '没有符合条件的拼团。' },
  },
  'groups.show': { label: '查看拼团', about: '查看拼团的席位、付款来源以及全部经过。', empty: { paid: '未支付' } },
  'groups.remove-seat': {
    label: '移出席位',
    about:
      '收回某人的拼团席位和由此获得的时长。本人付的款退回；团长付款的席位可供他人免费加入，或将该席位的款项退给团长。',
    second: '退款超过单人退款限额。',
    hints: {
      seat: '席位编号，以拼团详情中列出的为准',
      moneyBack: '席位由团长付款时：席位价格退还团长，席位一并取消',
      reason: '原席位成员会看到',
    },
    empty: { before: '从未开通', after: '无' },
  },
  'groups.ask-remove-seat': {
    label: '申请移出席位',
    about: '申请收回一个拼团席位：连同预览提交，由财务或所有者同意或拒绝。超过单人限额的，由财务发起。',
  },
  'groups.expire': { label: '立即结束拼团', about: '立即结束拼团。未满员的拼团将过期，所有款项退回。' },
  'groups.ask-expire': { label: '申请结束拼团', about: '申请立即结束拼团：连同预览提交，由财务或所有者同意或拒绝。' },
})
