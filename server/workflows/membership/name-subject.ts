import { findUsers } from '#server/modules/accounts/accounts.service.ts'
import type { User } from '#server/modules/accounts/accounts.queries.ts'
import { searchOrders } from './search-orders.ts'
import type { Order } from '#server/modules/orders/orders.queries.ts'
import { Refused } from '#server/platform/act.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sentence } from '#text/sentence.ts'

/** Finds the order that an operator's text names. Throws `Refused` unless exactly one order matches. */
export async function requireOrder(db: Queryable, query: string): Promise<Order> {
  const [order, another] = await searchOrders(db, query, 2)
  if (order && !another) return order
  throw new Refused('InvalidInput', 'order.notExactlyOne')
}

/** Finds the account that an operator's text names. Throws `Refused` unless exactly one account matches. */
export async function requireUser(db: Queryable, query: string): Promise<User> {
  const users = await findUsers(db, query)
  const [user, another] = users
  if (user && !another) return user
  throw user
    ? new Refused('InvalidInput', sentence('user.severalMatch', { query, accounts: users.length }))
    : new Refused('NotFound', sentence('user.noneMatches', { query }))
}
