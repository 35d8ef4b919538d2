import type { GroupCard } from '#shared/site.ts'

/** Group of three with one seat left. */
export const groupCard = (changes: Partial<GroupCard> = {}): GroupCard => ({
  groupId: '0123456789A',
  version: 3,
  creator: 'l***n',
  goodsId: 'plan-12',
  productName: '12 个月',
  months: 12,
  bonusDays: 0,
  maxDevices: 5,
  size: 3,
  paymentType: 1,
  status: 0,
  state: 'open',
  createdAt: Date.UTC(2026, 10, 22, 9, 14),
  expiresAt: Date.UTC(2026, 10, 23, 9, 14),
  finishedAt: null,
  currency: 'CNY',
  unitPriceMinor: 18_800,
  amountPaidMinor: 37_600,
  seats: [
    { seat: 1, state: 'taken', name: 'l***n', isCreator: true },
    { seat: 2, state: 'taken', name: 'm***a', isCreator: false },
    { seat: 3, state: 'open', name: null, isCreator: false },
  ],
  openSeats: 1,
  freeSeats: 0,
  ...changes,
})
