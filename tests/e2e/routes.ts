/** Example URL for every route of the site, by required access. */
export const publicRoutes = [
  '/',
  '/pricing',
  '/login',
  '/register',
  '/resetpassword',
  '/group-buying',
  '/open-groups',
  '/crypto-pay/plan-12',
  // Unknown product, which has its own error page.
  '/crypto-pay/any',
  '/purchased',
  '/download',
  '/locations',
  '/affiliate',
  '/faq',
  '/clause/terms-of-service',
  '/announcements',
  '/announcements/welcome',
  // A sample text in DEV and TEST; `site-published.test.ts` covers an operator's text.
  '/student-discount',
  '/apple-help',
  '/trial',
  '/start',
  '/loading',
  '/mails/stopped',
  '/mails/not-stopped',
  '/mails/confirmed',
  '/mails/accountant-stopped',
  '/mails/over',
  '/account-change/stop/not-a-token',
  '/account-change/stopped',
  '/account-change/confirmed',
  '/account-change/over',
]
/** Pages that redirect, because the link is invalid. `console/account-changes.test.ts` covers valid confirmation links. */
export const passingRoutes = [
  '/mails/stop/not-a-token',
  '/mails/stop/accountant-not-a-token',
  '/mails/confirm/not-a-token',
  '/account-change/confirm/not-a-token',
  '/account-change/confirm/not-a-token/wrong',
]
/** Pages that need data of their own, with tests of their own. */
export const ownRoutes = ['/status']
export const accountRoutes = [
  '/user/profile',
  '/user/orders',
  '/user/security',
  '/user/security?not-me=00000000-0000-7000-8000-000000000000',
  '/user/notifications',
  '/user/connect',
  '/user/device',
  '/user/delete-account',
  '/user/reward',
  '/user/kol',
  '/user/group-buying',
  '/user/benefits',
  '/user/help',
  '/user/no-such-section',
]
export const missingRoute = '/no-such-page'
