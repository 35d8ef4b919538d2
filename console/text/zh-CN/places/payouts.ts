import type { PayoutsText } from '../../en/places/payouts.ts'

const payouts: PayoutsText = {
  way: '结算单所处阶段',
  all: '全部待处理',
  stages: {
    prepared: { title: '已生成', about: '暂不能批准' },
    checked: { title: '已核对', about: '可由另一位操作员批准' },
    approved: { title: '已批准', about: '等待打款交易' },
    paid: { title: '已打款', about: '尚未在链上确认' },
    proven: { title: '已确认', about: '链上已查到' },
  },
  atLeast: (sum) => `超过 ${sum}`,
}
export default payouts
