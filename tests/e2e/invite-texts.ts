import affiliateEn from '#web/text/en/affiliate.ts'
import applicationEn from '#web/text/en/application.ts'
import benefitsEn from '#web/text/en/benefits.ts'
import campaignEn from '#web/text/en/campaign.ts'
import dashboardEn from '#web/text/en/affiliate-dashboard.ts'
import invitesEn from '#web/text/en/invites.ts'
import affiliateZh from '#web/text/zh-CN/affiliate.ts'
import applicationZh from '#web/text/zh-CN/application.ts'
import benefitsZh from '#web/text/zh-CN/benefits.ts'
import campaignZh from '#web/text/zh-CN/campaign.ts'
import dashboardZh from '#web/text/zh-CN/affiliate-dashboard.ts'
import invitesZh from '#web/text/zh-CN/invites.ts'

export const inviteTexts = {
  en: {
    affiliate: affiliateEn,
    application: applicationEn,
    benefits: benefitsEn,
    campaign: campaignEn,
    dashboard: dashboardEn,
    invites: invitesEn,
  },
  'zh-CN': {
    affiliate: affiliateZh,
    application: applicationZh,
    benefits: benefitsZh,
    campaign: campaignZh,
    dashboard: dashboardZh,
    invites: invitesZh,
  },
}
