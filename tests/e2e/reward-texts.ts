import affiliateEn from '#web/text/en/affiliate.ts'
import applicationEn from '#web/text/en/application.ts'
import benefitsEn from '#web/text/en/benefits.ts'
import campaignEn from '#web/text/en/campaign.ts'
import kolEn from '#web/text/en/kol.ts'
import rewardEn from '#web/text/en/reward.ts'
import affiliateZh from '#web/text/zh-CN/affiliate.ts'
import applicationZh from '#web/text/zh-CN/application.ts'
import benefitsZh from '#web/text/zh-CN/benefits.ts'
import campaignZh from '#web/text/zh-CN/campaign.ts'
import kolZh from '#web/text/zh-CN/kol.ts'
import rewardZh from '#web/text/zh-CN/reward.ts'

/** The catalogues of invites, the affiliate programme and benefits. */
export const rewardTexts = {
  en: {
    affiliate: affiliateEn,
    application: applicationEn,
    benefits: benefitsEn,
    campaign: campaignEn,
    kol: kolEn,
    reward: rewardEn,
  },
  'zh-CN': {
    affiliate: affiliateZh,
    application: applicationZh,
    benefits: benefitsZh,
    campaign: campaignZh,
    kol: kolZh,
    reward: rewardZh,
  },
}
