import type { ActionTexts } from '#text/action-text.ts'

export const settings = {
  'settings.show': { label: 'Settings', about: 'Shows the settings of the shop, as in settings.json of the texts.' },
  'settings.sentences': {
    label: 'Sentences of the pages',
    about: 'Shows every sentence of the home, price and download pages, as shipped and as changed here.',
    empty: { ownEn: 'as shipped', ownZh: 'as shipped' },
  },
  'settings.set': {
    label: 'Change a setting',
    about: 'Changes a setting. Pages show it within seconds, without a restart.',
    second: 'If mirrors or the chat change, if the notice gets a link, or if a setting leads to a new host.',
    says: ['Would change: {setting}.', 'Changed: {setting}.'],
    hints: {
      setting: 'Name of the setting, as shown in the list',
      value: 'New value, in the same form as the current one',
    },
  },
  'notice.show': {
    label: 'Notice above every page',
    about: 'Shows the notice above every page, for example about maintenance.',
    empty: { until: 'it is removed' },
  },
  'notice.set': {
    label: 'Put a notice above every page',
    about: 'Shows a notice above every page to visitors and customers, in both languages.',
    second: 'If the notice contains a link.',
    says: ['Every page would show “{en}” or “{zh}” until {until}.', 'Every page shows “{en}” or “{zh}” until {until}.'],
    hints: {
      en: 'In English, up to 200 characters',
      zh: 'In Chinese, up to 200 characters',
      until: 'Removed automatically then; empty: shown until it is removed',
    },
    empty: { until: 'it is removed' },
  },
  'notice.clear': {
    label: 'Remove the notice',
    about: 'Removes the notice above every page.',
    says: ['Would remove “{en}”.', 'Removed “{en}”.'],
  },
  'shop.switch': {
    label: 'Open or close the shop',
    about:
      'While the shop is closed, visitors see a holding page, and nobody can sign up or buy. Apps and links of members, started payments and refunds keep working.',
    says: ['Would change the shop to: {state}.', 'The shop is now: {state}.'],
    hints: { state: 'Open: everyone can sign up and buy' },
    empty: { missing: 'Nothing of the checklist is missing.' },
  },
  'rehearsals.show': {
    label: 'Rehearsals',
    about: 'Shows the price of a rehearsal and its orders, which count in no figure.',
    empty: {
      orders: 'Start a rehearsal, sign up there, buy its plan with real money, connect, then refund it here.',
      prices: 'The plan of rehearsals has no price.',
    },
  },
  'rehearsals.set-price': {
    label: 'Change the price of a rehearsal',
    about: 'Changes what a test order costs. It is real money, paid through the real provider and refunded afterwards.',
    says: ['A rehearsal would cost {after} instead of {before}.', 'A rehearsal costs {after} instead of {before}.'],
    hints: { currency: 'Currency', price: 'As small as the provider accepts' },
  },
  'methods.list': {
    label: 'Payment methods',
    about: 'Lists the payment methods that are set up, and which of them are paused.',
    empty: { methods: 'No payment methods are set up. Enter a merchant account under System › Connections.' },
  },
  'methods.pause': {
    label: 'Pause a payment method',
    about:
      'Stops offering a payment method, without a restart. Started payments can be completed, and arriving money counts.',
    says: [
      'Would stop offering {method}. {openOrders} open orders can still be paid with it. Still offered: {left}.',
      '{method} is no longer offered. {openOrders} open orders can still be paid with it. Still offered: {left}.',
    ],
    hints: { method: 'Payment method' },
  },
  'methods.resume': {
    label: 'Resume a payment method',
    about: 'Offers a paused payment method again.',
    says: ['Would offer {method} again. Offered: {left}.', '{method} is offered again. Offered: {left}.'],
    hints: { method: 'Payment method' },
  },
  'routes.list': {
    label: 'Payment routes',
    about:
      'Shows which provider handles each payment method, and which others could. An EPay gateway with MD5 has no list of the day, and whoever has its key can forge payments.',
    empty: { routes: 'No payment methods are set up. Enter a merchant account under System › Connections.' },
  },
  'routes.set': {
    label: 'Change a route',
    about:
      'Sends new payments of a method to another provider, without a restart. Payments already started stay with their provider, including notifications, queries and refunds.',
    says: [
      'Would send {method} in {currency} to {after} instead of {before}. {openOrders} open orders stay with their provider.',
      '{method} in {currency} goes to {after} instead of {before}.',
    ],
    hints: { method: 'Payment method', currency: 'Currency', provider: 'The new provider' },
  },
} as const satisfies Partial<ActionTexts>
