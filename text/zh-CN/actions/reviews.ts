import type { reviews as english } from '#text/en/actions/reviews.ts'
import { translation } from '#text/template.ts'

export const reviews = translation<typeof english>()({
  'reviews.list': {
    label: '资金复核',
    about: '列出需要人工查看的事项，最早的在前。',
    empty: { items: '没有等待处理的事项。' },
  },
  'reviews.show': {
    label: '查看资金复核',
    about: '显示资金复核队列中的一项（包括已处理的）：因何提出、现在可选的处理，以及最近五个同类事项的处理结果。',
    hints: { id: '要处理的核对项' },
    empty: { decided: '尚未处理', alike: '此前没有同类事项。' },
  },
  'queue.take': {
    label: '我来处理（30 分钟）',
    about: '领取一个资金复核事项 30 分钟，期间别人不能处理；再次领取延长 30 分钟，也可以放回。',
    says: ['将更改“{about}”的领取，截止时间：{until}。', '已更改“{about}”的领取，截止时间：{until}。'],
    hints: { id: '要处理的核对项', leave: '放手，交还给其他人处理', over: '即使别人正在处理也接手：财务和所有者可用' },
    empty: { until: '未领取' },
  },
  'reviews.decide': {
    label: '处理资金复核',
    about:
      '处理资金复核队列中的一项。保留：不再处理。退款：退回剩余金额或其中一部分；退一部分时，时长保留或收回填写的天数。败诉：争议败诉，连同涉及金额。胜诉：争议胜诉，时长还给买家。重试：重新发送失败的退款。已结清：已通过其他方式退还，例如银行转账。败诉和胜诉以渠道之后的通知为准。',
    second: '退款超过单人退款限额。',
    hints: {
      id: '要处理的核对项',
      decision: '处理结果',
      amount: '选择退款时：退款金额，以订单币种计',
      takeDays: '仅用于部分退款；不填则时长全部保留。渠道退款完成后生效',
    },
  },
  'reviews.ask-decide': {
    label: '申请处理资金复核',
    about: '申请处理一个资金复核事项：连同预览提交，由财务或所有者同意或拒绝。超过单人限额的，由财务发起。',
  },
})
