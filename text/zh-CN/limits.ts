import type { limits as english } from '#text/en/limits.ts'
import { translation } from '#text/template.ts'

export const limits = translation<typeof english>()({
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
