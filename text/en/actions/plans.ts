import type { ActionTexts } from '#text/action-text.ts'

export const plans = {
  'plans.list': {
    label: 'Plans',
    about: 'Lists all plans with their prices, including retired ones.',
    empty: { plans: 'No plans yet.' },
  },
  'plans.compare': {
    label: 'Plans and prices',
    about:
      'Shows the price of each plan in each currency, the orders and groups that are waiting, whose price is kept and until when, and the revenue of the last 30 days (in the time zone of the shop) including today. Past days are counted once.',
    empty: { plans: 'No plans yet.' },
  },
  'plans.show': {
    label: 'Effects of a price',
    about:
      'Shows what depends on the price of a plan: the commission that an affiliate earns on one purchase by the current terms, and the price with each usable promo code.',
    hints: { id: 'Id of the plan' },
    empty: { promos: 'No promo code applies to it.', methods: 'all', until: 'never' },
  },
  'plans.add': {
    label: 'Add a plan',
    about: 'Puts a new plan on sale with a price in one currency. Add the other currencies afterwards.',
    second:
      'If its price per day, or per day and device, is lower than that of every other plan by more than the limit, by default 30%.',
    hints: {
      id: 'Short name that never changes, such as plan-12',
      nameEn: 'Name in English',
      nameZh: 'Name in Chinese',
      badgeEn: 'Badge in English',
      badgeZh: 'Badge in Chinese',
      devices: 'Number of devices',
      bonusDays: 'Extra days on top of the months',
      position: 'Position in the list',
      months: 'Number of months',
      currency: 'Currency of the price',
      price: 'Price',
      listPrice: 'Original price, shown struck through beside the price',
    },
  },
  'plans.set-price': {
    label: 'Set a price',
    about:
      'Sets the price in one currency, or ends the sale in that currency. Without an original price, none is shown struck through.',
    second:
      'If the price changes by more than the limit in a day, by default 30%, or if it is that much lower than the other plans.',
    hints: {
      id: 'Id of the plan',
      currency: 'Currency of the price',
      price: 'Price',
      listPrice: 'Original price, shown struck through beside the price',
      end: 'Ends the sale in this currency',
      largeChange: 'Confirms that a change by more than half is intended',
    },
  },
  'plans.set-group-price': {
    label: 'Set a group price',
    about:
      'Sets the price per person for groups of two or three, or removes the offer. Existing groups keep their price.',
    second:
      'If the price changes by more than the limit in a day, by default 30%, or if it is that much lower than the other plans.',
    hints: {
      id: 'Id of the plan',
      currency: 'Currency of the price',
      size: 'Number of people in the group',
      price: 'Price per person',
      end: 'Removes the offer',
      largeChange: 'Confirms that a change by more than half is intended',
    },
  },
  'plans.describe': {
    label: 'Edit a plan',
    about: 'Changes the names, badge, number of devices, bonus days or position of a plan.',
    second: 'If the change in days or devices moves the effective price by more than the limit, by default 30%.',
    hints: {
      id: 'Id of the plan',
      nameEn: 'Name in English',
      nameZh: 'Name in Chinese',
      badgeEn: 'Badge in English',
      badgeZh: 'Badge in Chinese',
      devices: 'Number of devices',
      bonusDays: 'Extra days on top of the months',
      position: 'Position in the list',
      noBadge: 'Removes the badge',
    },
  },
  'plans.retire': {
    label: 'Retire a plan',
    about: 'Takes a plan off sale. Buyers keep it, and unpaid orders can still be paid.',
    hints: { id: 'Id of the plan' },
  },
  'plans.restore': {
    label: 'Put a plan on sale again',
    about: 'Puts a retired plan back on sale.',
    hints: { id: 'Id of the plan' },
  },
} as const satisfies Partial<ActionTexts>
