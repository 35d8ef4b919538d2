import fc from 'fast-check'
import { AppError } from '#shared/errors.ts'
import {
  endInTime,
  applySeatMoney,
  orderOpenSeats,
  orderSeat,
  leave,
  start,
  occupyFreeSeat,
  type SeatMoney,
  type SeatOrder,
  type Step,
} from '#server/modules/groups/group-steps.rules.ts'
import {
  openSeats,
  refuseJoin,
  refuseLeave,
  refuseRest,
  type GroupSize,
  type GroupState,
  type PaymentType,
} from '#server/modules/groups/seats.rules.ts'
import { cancelOrder } from '#server/workflows/orders/cancel-order.ts'
import type { GroupWorld } from './groups.setup.ts'

/** Order in the model. `back`: refund promised or done. `gone`: disputed. */
type ModelOrder = SeatOrder & { money: 'open' | 'half' | 'ended' | 'paid' | 'back' | 'gone' }
/** Group according to the pure rules, driven by the same events as the real one. */
type Model = { group: GroupState; orders: Map<string, ModelOrder> }
type Real = { world: GroupWorld; groupId: string; users: readonly string[] }

const far = new Date(8.64e15)

function follow(model: Model, { group, refund }: Step): void {
  model.group = group
  for (const orderId of refund) {
    const order = model.orders.get(orderId)
    if (order?.money === 'paid') order.money = 'back'
  }
}

function remember(model: Model, id: string, payerId: string, seats: number): SeatOrder {
  const order: ModelOrder = { id, payerId, seats, leaseUntil: far, money: 'open' }
  model.orders.set(id, order)
  return order
}

/** Runs a step against the database. Returns the status of the refusal, or the answer. */
async function attempt<T>(work: () => Promise<T>): Promise<{ refused: string } | { answer: T }> {
  try {
    return { answer: await work() }
  } catch (error) {
    if (error instanceof AppError) return { refused: error.status }
    throw error
  }
}

function agree(what: string, real: unknown, expected: unknown): void {
  if (JSON.stringify(real) !== JSON.stringify(expected))
    throw new Error(`${what}: the database says ${JSON.stringify(real)}, the rules say ${JSON.stringify(expected)}`)
}

const pick = (model: Model, index: number): ModelOrder | undefined =>
  [...model.orders.values()].at(index % model.orders.size)

abstract class GroupCommand implements fc.AsyncCommand<Model, Real> {
  check(): boolean {
    return true
  }
  protected abstract act(model: Model, real: Real): Promise<void>
  abstract toString(): string
  async run(model: Model, real: Real): Promise<void> {
    await this.act(model, real)
    await compare(model, real)
  }
}

class Join extends GroupCommand {
  readonly who: number
  readonly way: 'free' | 'pay'
  constructor(who: number, way: 'free' | 'pay') {
    super()
    this.who = who
    this.way = way
  }
  toString = () => `join(${this.who}, ${this.way})`
  protected async act(model: Model, { world, groupId, users }: Real): Promise<void> {
    const userId = users[this.who]!
    const refusal = refuseJoin(model.group, userId, this.way)
    const done = await attempt(async () =>
      this.way === 'free' ? world.joinFree(userId, groupId) : world.joinForPay(userId, groupId),
    )
    if ('refused' in done) return agree('a refused join', done.refused, refusal)
    agree('a join', null, refusal)
    if (this.way === 'free') follow(model, occupyFreeSeat(model.group, userId))
    else follow(model, orderSeat(model.group, remember(model, String(done.answer), userId, 1)))
  }
}

class PayRest extends GroupCommand {
  toString = () => 'payRest'
  protected async act(model: Model, { world, groupId, users }: Real): Promise<void> {
    const seats = openSeats(model.group).length
    const refusal = refuseRest(model.group)
    const done = await attempt(() => world.payRest(users[0]!, groupId, Math.max(1, seats)))
    if ('refused' in done) return agree('a refused rest', done.refused, refusal)
    agree('a rest', null, refusal)
    follow(model, orderOpenSeats(model.group, remember(model, done.answer, users[0]!, seats)))
  }
}

class Leave extends GroupCommand {
  readonly who: number
  constructor(who: number) {
    super()
    this.who = who
  }
  toString = () => `leave(${this.who})`
  protected async act(model: Model, { world, groupId, users }: Real): Promise<void> {
    const userId = users[this.who]!
    const own = model.group.seats.find((seat) => seat.userId === userId)
    const refusal = refuseLeave(model.group)
    const done = await attempt(() => world.leave(userId, groupId))
    if (!own) return
    const order = model.orders.get(own.orderId)
    if ('refused' in done)
      return agree('a refused leaving', done.refused, refusal ?? (order?.money === 'half' ? 'OrderOver' : null))
    agree('a leaving', null, refusal)
    if (own.state === 'held' && order) {
      order.money = 'ended'
      follow(model, applySeatMoney(model.group, order, 'ended'))
    } else follow(model, leave(model.group, userId))
  }
}

class Money extends GroupCommand {
  readonly index: number
  readonly what: 'pay' | 'payShort' | 'cancel' | 'dispute' | 'lapse'
  constructor(index: number, what: 'pay' | 'payShort' | 'cancel' | 'dispute' | 'lapse') {
    super()
    this.index = index
    this.what = what
  }
  toString = () => `${this.what}(${this.index})`
  protected async act(model: Model, { world }: Real): Promise<void> {
    const order = pick(model, this.index)
    if (!order) return
    if (this.what === 'lapse') {
      await world.closeWindow(order.id)
      const seats = model.group.seats.map((seat) =>
        seat.orderId === order.id ? { ...seat, lapsed: !seat.halfPaid } : seat,
      )
      model.group = { ...model.group, seats }
      return
    }
    if (this.what === 'pay') {
      await world.pay(order.id)
      if (order.money !== 'back' && order.money !== 'gone') order.money = 'paid'
    } else if (this.what === 'payShort') {
      if (order.money !== 'open' && order.money !== 'ended') return
      await world.payShort(order.id)
      order.money = 'half'
    } else if (this.what === 'cancel') {
      if (order.money !== 'open') return
      await cancelOrder(world.deps, order.payerId, order.id)
      order.money = 'ended'
    } else {
      if (order.money !== 'paid') return
      await world.state(order.id, 'disputed')
      order.money = 'gone'
    }
    // The deadline is applied first, whatever the payment says.
    follow(model, endInTime(model.group))
    const money: SeatMoney = order.money === 'back' ? 'open' : order.money
    // A payment that the expired group refunds was valid when it arrived.
    follow(model, applySeatMoney(model.group, order, money))
  }
}

class PassTime extends GroupCommand {
  toString = () => 'passTime'
  protected async act(model: Model, { world, groupId }: Real): Promise<void> {
    await world.passTime(groupId)
    model.group = { ...model.group, over: true }
  }
}

class Work extends GroupCommand {
  toString = () => 'work'
  protected async act(model: Model, { world }: Real): Promise<void> {
    await world.work()
    follow(model, endInTime(model.group))
    if (model.group.status === 'expired' || model.group.status === 'closed')
      for (const order of model.orders.values()) if (order.money === 'open') order.money = 'ended'
  }
}

async function compare(model: Model, real: Real): Promise<void> {
  const { world, groupId } = real
  const rows = await world.seats(groupId)
  agree('status', await world.status(groupId), model.group.status)
  const seats = model.group.seats
    .map(({ seat, userId, state, orderId }) => ({ seat, userId, state, orderId }))
    .toSorted((a, b) => a.seat - b.seat)
  agree('seats', rows, seats)
  await checkInvariants(world, groupId, real.users)
}

/** Checks invariants after any steps: no excess seats, no double or unpaid grants, no payment without an effect. */
export async function checkInvariants(world: GroupWorld, groupId: string, users: readonly string[]): Promise<void> {
  const broken = await world.rows<{ what: string }>(
    `with g as (select * from groups where id = $1),
       s as (select * from group_seats where group_id = $1),
       standing as (
         select m.user_id, m.source_id from membership_grants m
         where m.source = 'group' and m.source_id like $1 || ':%' and m.reverses is null
           and not exists (select from membership_grants r where r.reverses = m.id))
     select 'more people than seats' as what from g
       where joined > size or joined <> (select count(*) from s where user_id is not null)
     union all select 'a seat too many' from g where (select count(*) from s) > size
     union all select 'finished without being full' from g
       where status = 'finished' and ((select count(*) from s where state <> 'held') <> size or finished_at is null)
     union all select 'time without a finished group' from g where status <> 'finished' and exists (select from standing)
     union all select 'time without a paid seat' from standing
       where source_id not in (select standing_grant from s where state = 'paid' and standing_grant is not null)
     union all select 'a seat of a finished group without time' from g, s
       where g.status = 'finished' and s.state = 'paid' and s.user_id is not null and s.standing_grant is null
     union all select 'time of someone else' from standing t join s on s.standing_grant = t.source_id, g
       where t.user_id <> coalesce(s.user_id, g.creator_id)
     union all select 'a paid seat without its money' from s join orders o on o.id = s.order_id, g
       where s.state = 'paid' and g.status in ('unfinished', 'finished') and o.status not in ('paid', 'refunding', 'partially_refunded')
     union all select 'money for nothing' from orders o, g
       where o.group_id = g.id and o.status = 'paid'
         and not exists (select from review_items r where r.order_id = o.id and r.reason = 'refund_failed' and r.resolved_at is null)
         and (g.status in ('expired', 'closed') or (select count(*) from s where s.order_id = o.id and s.state = 'paid') <> o.seats)`,
    [groupId],
  )
  const [twice] = await world.rows<{ userId: string }>(
    `select user_id as "userId" from membership_grants m
     where user_id = any($2) and source = 'group' and reverses is null
       and not exists (select from membership_grants r where r.reverses = m.id)
       and source_id like $1 || ':%' and user_id <> (select creator_id from groups where id = $1)
     group by user_id having count(*) > 1`,
    [groupId, users],
  )
  if (twice) broken.push({ what: `${twice.userId} was granted twice` })
  if (broken.length > 0) throw new Error(`group ${groupId}: ${broken.map(({ what }) => what).join(', ')}`)
}

export async function openModel(
  world: GroupWorld,
  size: GroupSize,
  paymentType: PaymentType,
): Promise<{ model: Model; real: Real }> {
  const users: string[] = []
  for (let index = 0; index < 5; index++) users.push(await world.user())
  const { groupId, orderId } = await world.start(users[0]!, size, paymentType)
  const empty: GroupState = {
    creatorId: users[0]!,
    size,
    paymentType,
    status: 'unfinished',
    over: false,
    keepsHalfPaid: true,
    ended: false,
    removed: [],
    seats: [],
  }
  const model: Model = { group: empty, orders: new Map() }
  follow(model, start(empty, remember(model, orderId, users[0]!, paymentType === 'pay_all' ? size : 1)))
  return { model, real: { world, groupId, users } }
}

const who = fc.nat({ max: 4 })
const which = fc.nat({ max: 11 })
export const groupCommands = [
  fc.tuple(who, fc.constantFrom('free' as const, 'pay' as const)).map(([index, way]) => new Join(index, way)),
  fc.tuple(who, fc.constantFrom('free' as const, 'pay' as const)).map(([index, way]) => new Join(index, way)),
  which.map((index) => new Money(index, 'pay')),
  which.map((index) => new Money(index, 'pay')),
  which.map((index) => new Money(index, 'pay')),
  which.map((index) => new Money(index, 'payShort')),
  which.map((index) => new Money(index, 'payShort')),
  which.map((index) => new Money(index, 'cancel')),
  which.map((index) => new Money(index, 'dispute')),
  which.map((index) => new Money(index, 'lapse')),
  who.map((index) => new Leave(index)),
  fc.constant(new PayRest()),
  fc.constant(new Work()),
  fc.constant(new PassTime()),
]
