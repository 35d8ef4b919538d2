import accountEn from '#web/text/en/account.ts'
import authEn from '#web/text/en/auth.ts'
import checkoutEn from '#web/text/en/checkout.ts'
import connectEn from '#web/text/en/connect.ts'
import cryptoEn from '#web/text/en/crypto.ts'
import entryEn from '#web/text/en/entry.ts'
import groupLinkEn from '#web/text/en/group-link.ts'
import groupsEn from '#web/text/en/groups.ts'
import outcomeEn from '#web/text/en/outcome.ts'
import openGroupsEn from '#web/text/en/open-groups.ts'
import payingEn from '#web/text/en/paying.ts'
import signInEn from '#web/text/en/sign-in.ts'
import startEn from '#web/text/en/start.ts'
import shellEn from '#web/text/en/shell.ts'
import accountZh from '#web/text/zh-CN/account.ts'
import authZh from '#web/text/zh-CN/auth.ts'
import checkoutZh from '#web/text/zh-CN/checkout.ts'
import connectZh from '#web/text/zh-CN/connect.ts'
import cryptoZh from '#web/text/zh-CN/crypto.ts'
import entryZh from '#web/text/zh-CN/entry.ts'
import groupLinkZh from '#web/text/zh-CN/group-link.ts'
import groupsZh from '#web/text/zh-CN/groups.ts'
import outcomeZh from '#web/text/zh-CN/outcome.ts'
import openGroupsZh from '#web/text/zh-CN/open-groups.ts'
import payingZh from '#web/text/zh-CN/paying.ts'
import signInZh from '#web/text/zh-CN/sign-in.ts'
import startZh from '#web/text/zh-CN/start.ts'
import shellZh from '#web/text/zh-CN/shell.ts'

/** Visible texts, so tests find elements by words instead of by markup. */
export const texts = {
  en: {
    account: accountEn,
    auth: authEn,
    checkout: checkoutEn,
    connect: connectEn,
    crypto: cryptoEn,
    entry: entryEn,
    groupLink: groupLinkEn,
    groups: groupsEn,
    outcome: outcomeEn,
    openGroups: openGroupsEn,
    paying: payingEn,
    shell: shellEn,
    signIn: signInEn,
    start: startEn,
  },
  'zh-CN': {
    account: accountZh,
    auth: authZh,
    checkout: checkoutZh,
    connect: connectZh,
    crypto: cryptoZh,
    entry: entryZh,
    groupLink: groupLinkZh,
    groups: groupsZh,
    outcome: outcomeZh,
    openGroups: openGroupsZh,
    paying: payingZh,
    shell: shellZh,
    signIn: signInZh,
    start: startZh,
  },
}
