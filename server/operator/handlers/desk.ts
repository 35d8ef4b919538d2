import type { orderPageActions } from '#shared/contract/operator/order-page.ts'
import type { personPageActions } from '#shared/contract/operator/people-page.ts'
import { hasRole, type OperatorRole } from '#shared/contract/operator/roles.ts'
import type { searchActions } from '#shared/contract/operator/search.ts'
import { findAnything } from '#server/workflows/desk/find-anything.ts'
import { previewHit } from '#server/workflows/desk/preview-hit.ts'
import { showOrder } from '#server/workflows/desk/show-order.ts'
import { showPerson } from '#server/workflows/desk/show-person.ts'
import type { HandlersOf } from '../handler.ts'
import { found } from '../page.ts'

const mayRead = (role: OperatorRole): boolean => hasRole(role, 'support')

/** Each handler runs in a transaction, so that parallel queries share a connection and a round trip. */
export const deskHandlers: HandlersOf<typeof searchActions & typeof personPageActions & typeof orderPageActions> = {
  'search.find': async (database, { query }, { role }) =>
    found(await database.transaction((tx) => findAnything(tx, query, mayRead(role)))),
  'search.preview': async (database, input, { role }) =>
    found(await database.transaction((tx) => previewHit(tx, input, mayRead(role)))),
  'people.show': async (database, { user }, { role }) =>
    found(await database.transaction((tx) => showPerson(tx, user, mayRead(role)))),
  'orders.show': async (database, { order }, { role }) =>
    found(await database.transaction((tx) => showOrder(tx, order, mayRead(role)))),
}
