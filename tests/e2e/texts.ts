import accountEn from '#text/en/site/account.ts'
import authEn from '#text/en/site/auth.ts'
import checkoutEn from '#text/en/site/checkout.ts'
import connectionEn from '#text/en/site/connection.ts'
import connectEn from '#text/en/site/connect.ts'
import cryptoEn from '#text/en/site/crypto.ts'
import entryEn from '#text/en/site/sign-in-pages.ts'
import guidesEn from '#text/en/site/guides.ts'
import openInBrowserEn from '#text/en/site/open-in-browser.ts'
import groupLinkEn from '#text/en/site/group-link.ts'
import groupsEn from '#text/en/site/groups.ts'
import locationsEn from '#text/en/site/locations.ts'
import outcomeEn from '#text/en/site/outcome.ts'
import openGroupsEn from '#text/en/site/open-groups.ts'
import payingEn from '#text/en/site/paying.ts'
import signInEn from '#text/en/site/sign-in.ts'
import purchasedEn from '#text/en/site/purchased.ts'
import payOutsideAppEn from '#text/en/site/pay-outside-app.ts'
import startEn from '#text/en/site/start.ts'
import shellEn from '#text/en/site/shell.ts'
import accountZh from '#text/zh-CN/site/account.ts'
import authZh from '#text/zh-CN/site/auth.ts'
import checkoutZh from '#text/zh-CN/site/checkout.ts'
import connectionZh from '#text/zh-CN/site/connection.ts'
import connectZh from '#text/zh-CN/site/connect.ts'
import cryptoZh from '#text/zh-CN/site/crypto.ts'
import entryZh from '#text/zh-CN/site/sign-in-pages.ts'
import guidesZh from '#text/zh-CN/site/guides.ts'
import openInBrowserZh from '#text/zh-CN/site/open-in-browser.ts'
import groupLinkZh from '#text/zh-CN/site/group-link.ts'
import groupsZh from '#text/zh-CN/site/groups.ts'
import locationsZh from '#text/zh-CN/site/locations.ts'
import outcomeZh from '#text/zh-CN/site/outcome.ts'
import openGroupsZh from '#text/zh-CN/site/open-groups.ts'
import payingZh from '#text/zh-CN/site/paying.ts'
import signInZh from '#text/zh-CN/site/sign-in.ts'
import purchasedZh from '#text/zh-CN/site/purchased.ts'
import payOutsideAppZh from '#text/zh-CN/site/pay-outside-app.ts'
import startZh from '#text/zh-CN/site/start.ts'
import shellZh from '#text/zh-CN/site/shell.ts'

export const texts = {
  en: {
    account: accountEn,
    auth: authEn,
    checkout: checkoutEn,
    connect: connectEn,
    connection: connectionEn,
    crypto: cryptoEn,
    entry: entryEn,
    groupLink: groupLinkEn,
    groups: groupsEn,
    guides: guidesEn,
    openInBrowser: openInBrowserEn,
    locations: locationsEn,
    outcome: outcomeEn,
    openGroups: openGroupsEn,
    paying: payingEn,
    shell: shellEn,
    signIn: signInEn,
    start: startEn,
    purchased: purchasedEn,
    payOutsideApp: payOutsideAppEn,
  },
  'zh-CN': {
    account: accountZh,
    auth: authZh,
    checkout: checkoutZh,
    connect: connectZh,
    connection: connectionZh,
    crypto: cryptoZh,
    entry: entryZh,
    groupLink: groupLinkZh,
    groups: groupsZh,
    guides: guidesZh,
    openInBrowser: openInBrowserZh,
    locations: locationsZh,
    outcome: outcomeZh,
    openGroups: openGroupsZh,
    paying: payingZh,
    shell: shellZh,
    signIn: signInZh,
    start: startZh,
    purchased: purchasedZh,
    payOutsideApp: payOutsideAppZh,
  },
}
