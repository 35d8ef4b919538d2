import { operatorLimitNames, operatorLimitTable, type OperatorLimitName } from '#shared/operator-limits.ts'
import type { limits as english, meanings as englishMeanings } from '#text/en/actions/limits.ts'
import { translation } from '#text/template.ts'

export const meanings = translation<typeof englishMeanings>()({
  refundCny: '单人可为一笔订单退还的人民币总额',
  refundUsd: '单人可为一笔订单退还的美元总额',
  pricePercent: '单人一天内可调整价格的百分比',
  promoPercent: '单人创建优惠码的最大折扣百分比',
  redeemCodes: '单人一天内可生成的兑换码数量',
  giftDaysSupport: '客服 30 天内可赠予同一用户的天数',
  giftDaysFinance: '财务 30 天内可赠予同一用户的天数',
  giftDaysOwner: '所有者 30 天内可赠予同一用户的天数',
  giftPeople: '单人一天内可赠送时长的用户数',
  personActs: '单人一天内可处置（联系方式、登录、设备、封禁或资料）或可发送陌生网站链接的用户数',
})

const limitHints = Object.fromEntries(
  operatorLimitNames.map((name) => [name, `${meanings[name]}，默认 ${operatorLimitTable[name].default}`]),
) as Readonly<Record<OperatorLimitName, string>>

export const limits = translation<typeof english>()({
  'limits.show': { label: '限额', about: '查看一位运营人员可独自执行的限额、默认值以及可设置的范围。' },
  'limits.change': {
    label: '修改限额',
    about: '设置一位运营人员可独自执行的限额。立即生效，对之前准备、之后执行的提案同样有效。',
    second: '任何情况下。',
    hints: { ...limitHints },
  },
})
