import type { plans as english } from '#text/en/actions/plans.ts'
import { translation } from '#text/template.ts'

export const plans = translation<typeof english>()({
  'plans.list': { label: '套餐', about: '列出所有套餐及价格，包括已下架的。', empty: { plans: '还没有套餐。' } },
  'plans.compare': {
    label: '套餐与价格',
    about:
      '显示每个套餐各货币的价格、等待付款的订单和等待成团的拼团（均保留原价，附截止时间），以及最近 30 天（商店时区，含今天）的收入。已结束的日期只统计一次。',
    empty: { plans: '还没有套餐。' },
  },
  'plans.show': {
    label: '价格的影响',
    about: '显示套餐价格牵动的内容：按现行条款推广者每笔购买可得的佣金，以及使用各个可用优惠码后的实付金额。',
    hints: { id: '套餐 ID' },
    empty: { promos: '没有可用的优惠码。', methods: '全部', until: '长期有效' },
  },
  'plans.add': {
    label: '新增套餐',
    about: '上架一个新套餐并设置一种货币的价格；其他货币用“设置价格”添加。',
    second: '按天或按每台设备每天计算，比其他所有套餐便宜的幅度超过限额（默认 30%）。',
    hints: {
      id: '简短且不再更改的名称，例如 plan-12',
      nameEn: '英文名称',
      nameZh: '中文名称',
      badgeEn: '英文角标',
      badgeZh: '中文角标',
      devices: '可用设备数',
      bonusDays: '月数之外额外赠送的天数',
      position: '在列表中的位置',
      months: '包含的月数',
      currency: '价格的币种',
      price: '售价',
      listPrice: '原价，在售价旁以删除线显示',
    },
  },
  'plans.set-price': {
    label: '设置价格',
    about: '设置一种货币的价格，或停止以该货币销售。不填划线价则不显示划线价。',
    second: '价格一天内的变动超过限额（默认 30%），或比其他套餐低出这一幅度。',
    hints: {
      id: '套餐 ID',
      currency: '价格的币种',
      price: '售价',
      listPrice: '原价，在售价旁以删除线显示',
      end: '停止以该货币销售',
      largeChange: '确认：变动超过一半是有意为之',
    },
  },
  'plans.set-group-price': {
    label: '设置拼团价',
    about: '设置两人团或三人团的每人价格，或取消该拼团优惠。已成立的拼团价格不变。',
    second: '价格一天内的变动超过限额（默认 30%），或比其他套餐低出这一幅度。',
    hints: {
      id: '套餐 ID',
      currency: '价格的币种',
      size: '拼团人数',
      price: '每人价格',
      end: '取消该拼团价',
      largeChange: '确认：变动超过一半是有意为之',
    },
  },
  'plans.describe': {
    label: '编辑套餐',
    about: '修改名称、角标、设备数、赠送天数或排序。',
    second: '天数或设备数增减使实际价格的变动超过限额（默认 30%）。',
    hints: {
      id: '套餐 ID',
      nameEn: '英文名称',
      nameZh: '中文名称',
      badgeEn: '英文角标',
      badgeZh: '中文角标',
      devices: '可用设备数',
      bonusDays: '月数之外额外赠送的天数',
      position: '在列表中的位置',
      noBadge: '移除角标',
    },
  },
  'plans.retire': {
    label: '下架套餐',
    about: '停止销售套餐。已购买的不受影响，待支付的订单仍可支付。',
    hints: { id: '套餐 ID' },
  },
  'plans.restore': { label: '重新上架套餐', about: '将已下架的套餐重新上架。', hints: { id: '套餐 ID' } },
})
