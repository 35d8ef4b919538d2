import type { GroupCard } from './groups.queries.ts'

type SeatState = GroupCard['seats'][number]['state']
export const groupCard = (state: GroupCard['state'], seats: readonly SeatState[], version = 1): GroupCard => ({
  groupId: '0123456789A',
  version,
  creator: 'a***e',
  goodsId: 'plan-12',
  productName: '12 months',
  months: 12,
  bonusDays: 0,
  maxDevices: 5,
  size: seats.length === 2 ? 2 : 3,
  paymentType: 1,
  status: state === 'finished' ? 1 : 0,
  state,
  createdAt: 0,
  expiresAt: 86_400_000,
  finishedAt: null,
  currency: 'USD',
  unitPriceMinor: 3_290,
  amountPaidMinor: 3_290,
  seats: seats.map((seat, index) => ({ seat: index + 1, state: seat, name: null, isCreator: index === 0 })),
  openSeats: seats.filter((seat) => seat === 'open').length,
  freeSeats: seats.filter((seat) => seat === 'free').length,
})
