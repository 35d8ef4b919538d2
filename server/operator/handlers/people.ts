import { hasRole } from '#shared/contract/operator/roles.ts'
import type { personActs } from '#shared/contract/operator/people-acts.ts'
import type { peopleActions } from '#shared/contract/operator/people.ts'
import { shownName } from '#server/workflows/desk/find-anything.ts'
import { listPeople } from '#server/workflows/desk/list-people.ts'
import { listAllGoods } from '#server/modules/catalog/goods.queries.ts'
import { searchUsers } from '#server/modules/accounts/accounts.service.ts'
import { findMembership } from '#server/modules/membership/membership.queries.ts'
import { refuse } from '#server/platform/act.ts'
import { createAccount } from '#server/workflows/accounts/registration/create-account.ts'
import { stopChangeOf } from '#server/workflows/accounts/security/answer-change.ts'
import { eraseFor, exportFor } from '#server/workflows/accounts/privacy/serve-person.ts'
import { askForAddress, askForFactorReset } from '#server/workflows/accounts/security/ask-change.ts'
import { blockPerson, unblockPerson } from '#server/workflows/accounts/security/block-person.ts'
import { endSessions } from '#server/workflows/accounts/security/end-sessions.ts'
import { unbindDeviceOf } from '#server/workflows/accounts/security/unbind-device.ts'
import { strikeNoteOf, writeNote } from '#server/workflows/desk/write-notes.ts'
import { giveTime } from '#server/workflows/membership/grant-time.ts'
import { reverseTime } from '#server/workflows/membership/reverse-grant.ts'
import { askFor } from '../ask-for.ts'
import type { HandlersOf } from '../handler.ts'
import { found } from '../page.ts'

const max = 20
const pageSize = 50

export const peopleHandlers: HandlersOf<typeof peopleActions> = {
  async 'people.list'(database, { sort, after = null, ...filter }) {
    const { people, next } = await listPeople(database, filter, { sort, after, size: pageSize })
    const names = new Map((await listAllGoods(database)).map((goods) => [goods.id, goods.names]))
    const items = people.map(({ uid, kind, value, goodsId, expiresAt, createdAt, language, blockedAt }) => ({
      user: uid,
      // Masks the name, which only the page of the person shows. A list of full names would be a data export without a
      // second-factor code and an audit row.
      name: shownName({ kind, value }, false),
      plan: goodsId === null ? null : (names.get(goodsId) ?? null),
      memberUntil: expiresAt,
      registered: createdAt,
      language,
      blocked: blockedAt,
    }))
    return found({ items, next })
  },
  async 'people.find'(database, { query }, { role }) {
    const matching = await searchUsers(database, query, hasRole(role, 'support'), max + 1)
    if (matching.length === 0) return refuse('NotFound', 'user.noneFound')
    const users = await Promise.all(
      matching.slice(0, max).map(async ({ id, uid, inviteCode, language, createdAt }) => {
        const memberUntil = (await findMembership(database, id))?.expiresAt ?? null
        return { uid, inviteCode, language, registered: createdAt, memberUntil }
      }),
    )
    return found({ users, more: matching.length > max })
  },
  'people.give-time': giveTime,
  'people.block': blockPerson,
  'people.unblock': unblockPerson,
}

export const personActHandlers: HandlersOf<typeof personActs> = {
  'people.create': createAccount,
  'people.end-sessions': endSessions,
  'people.unbind-device': unbindDeviceOf,
  'people.reverse-grant': reverseTime,
  'people.ask-reverse-grant': askFor('people.reverse-grant', reverseTime),
  'people.reset-second-factor': askForFactorReset,
  'people.change-address': askForAddress,
  'people.stop-change': stopChangeOf,
  'people.export-data': exportFor,
  'people.erase': eraseFor,
  'people.note': writeNote,
  'people.strike-note': strikeNoteOf,
}
