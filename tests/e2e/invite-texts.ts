import affiliateEn from '#text/en/site/affiliate.ts'
import applicationEn from '#text/en/site/application.ts'
import benefitsEn from '#text/en/site/benefits.ts'
import campaignEn from '#text/en/site/campaign.ts'
import dashboardEn from '#text/en/site/affiliate-dashboard.ts'
import invitesEn from '#text/en/site/invites.ts'
import affiliateZh from '#text/zh-CN/site/affiliate.ts'
import applicationZh from '#text/zh-CN/site/application.ts'
import benefitsZh from '#text/zh-CN/site/benefits.ts'
import campaignZh from '#text/zh-CN/site/campaign.ts'
import dashboardZh from '#text/zh-CN/site/affiliate-dashboard.ts'
import invitesZh from '#text/zh-CN/site/invites.ts'

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
