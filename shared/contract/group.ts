import Type from 'typebox'
import { AmountMinor, Body, call, Currency, Instant, Method, Nullable } from './call.ts'
import { Order, PromoCode } from './payment.ts'

/** Group id in the API: the code in the group's link, eleven unguessable characters of Crockford base32. */
export const GroupCode = Type.String({ pattern: '^[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{11}$', maxLength: 11 })
const IdempotencyKey = Type.String({ pattern: '^[A-Za-z0-9_-]{16,64}$' })
export const GroupSize = Type.Union([Type.Literal(2), Type.Literal(3)])
/** Payer of a group as the native apps send it: 0 = the creator pays for all, 1 = everyone pays for themselves. */
export const GroupPaymentType = Type.Union([Type.Literal(0), Type.Literal(1)])

/**
 * State of a group. `creator_unpaid`: nobody can join yet. `open`: waits for members. `finished`: complete. `expired`:
 * not filled in time; all payments are refunded. `closed`: ended by the creator, or never paid by them.
 */
const GroupState = Type.Enum(['creator_unpaid', 'open', 'finished', 'expired', 'closed'])
/**
 * State of a seat. `open`: available for its price. `free`: prepaid; anyone who joins can take it. `held`: reserved
 * while being paid for. `taken`: paid and assigned. `over`: no longer available.
 */
const SeatState = Type.Enum(['open', 'free', 'held', 'taken', 'over'])

/** Public data of a group, identical for everyone with the link except for the language of the product name. */
const card = {
  groupId: Type.String({ description: 'The code of its link' }),
  version: Type.Integer({ description: 'Counts the changes of the group: a higher one is newer' }),
  creator: Type.String({ description: 'Masked, like a***e' }),
  goodsId: Type.String(),
  productName: Type.String(),
  months: Type.Integer(),
  bonusDays: Type.Integer(),
  maxDevices: Type.Integer(),
  size: GroupSize,
  paymentType: GroupPaymentType,
  status: Type.Union([Type.Literal(0), Type.Literal(1)], { description: 'unfinished=0, finished=1' }),
  state: GroupState,
  createdAt: Instant('When it was started'),
  expiresAt: Instant('When it expires unfilled; until then seats that are paid for can be taken'),
  finishedAt: Nullable(Instant('When it was complete')),
  currency: Currency,
  unitPriceMinor: AmountMinor,
  amountPaidMinor: Type.Integer({ minimum: 0, description: 'What is paid for its seats by now' }),
  seats: Type.Array(
    Type.Object({
      seat: Type.Integer({ minimum: 1, maximum: 3 }),
      state: SeatState,
      name: Nullable(Type.String({ description: 'Masked; null where no one sits' })),
      isCreator: Type.Boolean(),
    }),
  ),
  openSeats: Type.Integer({ description: 'Seats to be had for their price now' }),
  freeSeats: Type.Integer({ description: 'Seats that are paid for and can be taken now' }),
}
export const GroupCard = Type.Object(card)

/**
 * State of one user in a group. `unpaid`: the seat is reserved during payment. `waiting`: paid, or took a free seat,
 * and the group is not complete. `member`: membership time is granted. `refunding`, `refunded`: the payment is being or
 * has been refunded. `review`: an operator is checking the payment. `left`: has no seat, and no refund is due.
 */
const GroupStanding = Type.Enum(['unpaid', 'waiting', 'member', 'refunding', 'refunded', 'review', 'left'])

const Group = Type.Object({
  ...card,
  mine: Type.Object({
    isCreator: Type.Boolean(),
    listed: Type.Boolean({ description: 'Anyone can find it among the open groups; told to the creator alone' }),
    seat: Nullable(Type.Integer()),
    state: GroupStanding,
    keptUntil: Nullable(Instant('How long the seat is kept while its payment is checked by a person')),
    membershipExpiresAt: Nullable(Instant('The expiry that this group led to')),
    orders: Type.Array(Order, { description: "The caller's own orders in this group, newest first" }),
    canLeave: Type.Boolean(),
    freeableSeats: Type.Array(Type.Integer(), {
      description:
        'Seats that others hold without paying, and that the creator may open again; empty for everyone else',
    }),
    restSeats: Type.Integer({ description: 'Seats that the creator can pay for now; 0 for everyone else' }),
    restMinor: Type.Integer({ minimum: 0, description: 'What those cost' }),
  }),
})
const GroupPage = Type.Object({ list: Type.Array(Group), more: Type.Boolean() })
const Page = Body({ before: Type.Optional(Instant('Only groups started before this')) })

/**
 * Promo code of the request. It is declared only so that the server can reject it, because promo codes do not apply to
 * groups.
 */
const promoCode = Type.Optional(PromoCode)
const payShare = {
  promoCode,
  group: GroupCode,
  method: Method,
  expectedTotalMinor: AmountMinor,
  idempotencyKey: IdempotencyKey,
}

export const groupCalls = {
  '/api/payment/payment_joint_group': call({
    access: 'public',
    summary: 'The public card of a group, by the code of its link.',
    input: Body({ group: GroupCode }),
    output: GroupCard,
  }),
  '/api/payment/payment_joint_purchase': call({
    access: 'user',
    summary:
      "Starts a group and orders the creator's part: one share, or every seat. A promo code is refused: it does not apply to groups.",
    input: Body({
      goodsId: Type.String({ maxLength: 64 }),
      size: GroupSize,
      paymentType: GroupPaymentType,
      currency: Currency,
      method: Method,
      promoCode,
      expectedTotalMinor: AmountMinor,
      idempotencyKey: IdempotencyKey,
      listed: Type.Optional(
        Type.Boolean({ description: 'Anyone may find it among the open groups while everyone pays their own; false' }),
      ),
    }),
    output: Type.Object({ group: Group, order: Order }),
  }),
  '/api/payment/payment_joint_join': call({
    access: 'user',
    summary: 'Takes a seat that is paid for. Costs nothing; the same person twice is refused.',
    input: Body({ group: GroupCode }),
    output: Type.Object({ group: Group }),
  }),
  '/api/payment/payment_joint_join_for_pay': call({
    access: 'user',
    summary: 'Takes a seat for as long as its payment window and orders it at the price of one share.',
    input: Body(payShare),
    output: Type.Object({ group: Group, order: Order }),
  }),
  '/api/payment/payment_joint_pay_rest': call({
    access: 'user',
    summary: 'The creator orders every seat that is open now; anyone who joins then takes it for nothing.',
    input: Body(payShare),
    output: Type.Object({ group: Group, order: Order }),
  }),
  '/api/payment/payment_joint_leave': call({
    access: 'user',
    summary: 'Gives a seat up before the group is complete; what was paid goes back. The creator ends the whole group.',
    input: Body({ group: GroupCode }),
    output: Type.Object({ group: Group }),
  }),
  '/api/payment/payment_joint_free_seat': call({
    access: 'user',
    summary:
      'The creator opens a seat again that someone has held for ten minutes without paying; that order is closed.',
    input: Body({ group: GroupCode, seat: Type.Integer({ minimum: 1, maximum: 3 }) }),
    output: Type.Object({ group: Group }),
  }),
  '/api/payment/payment_joint_order': call({
    access: 'user',
    summary:
      'One group with all that the caller may see of it, null for who never had a part in it; with `ask` after asking the provider about their orders.',
    input: Body({ group: GroupCode, ask: Type.Optional(Type.Boolean()) }),
    output: Type.Object({ group: Nullable(Group) }),
  }),
  '/api/payment/payment_joint_open': call({
    access: 'public',
    summary:
      'Groups that anyone may join for the price of a share, as their creators chose; those that end first come first.',
    input: Body({ after: Type.Optional(GroupCode) }),
    output: Type.Object({ list: Type.Array(GroupCard), more: Type.Boolean() }),
  }),
  '/api/payment/payment_joint_list': call({
    access: 'user',
    summary: 'The creator lets anyone find the group among the open ones, or no longer.',
    input: Body({ group: GroupCode, listed: Type.Boolean() }),
    output: Type.Object({ group: Group }),
  }),
  '/api/payment/payment_joint_purchase_created': call({
    access: 'user',
    summary: 'The groups that the caller started, newest first.',
    input: Page,
    output: GroupPage,
  }),
  '/api/payment/payment_joint_purchase_participated': call({
    access: 'user',
    summary: 'The groups of others in which the caller has or had a seat, newest first.',
    input: Page,
    output: GroupPage,
  }),
}

/**
 * Live stream of a group below the API prefix: `GET …?group=CODE&language=en|zh_CN`, as server-sent events. The first
 * event holds the current public view; each change sends it again (event `group`, data: GroupCard as JSON). A comment
 * line every 15 s keeps the connection alive. 404: no such group. 503: too many open streams; poll
 * `payment_joint_group` every 2 s instead.
 */
export const groupEventsPath = '/api/payment/group_events'
