import type { Language } from '#shared/language.ts'
import { findCreated, findParticipated, type Group } from '#server/modules/groups/groups.service.ts'
import type { Transaction } from '#server/platform/database.ts'

const pageSize = 500

export async function exportGroups(tx: Transaction, userId: string, language: Language) {
  const groups = [...(await listAll(tx, userId, findCreated)), ...(await listAll(tx, userId, findParticipated))]
  return groups.map(({ id, creatorId, productNames, size, status, createdAt, seats, removed }) => ({
    group: id,
    productName: productNames[language],
    size,
    status,
    startedAt: createdAt.getTime(),
    isCreator: creatorId === userId,
    seat: seats.find((seat) => seat.userId === userId)?.seat ?? null,
    removed: removed.includes(userId),
  }))
}

async function listAll(tx: Transaction, userId: string, find: typeof findCreated): Promise<Group[]> {
  const groups: Group[] = []
  for (;;) {
    const page = await find(tx, userId, groups.at(-1)?.createdAt ?? null, pageSize)
    groups.push(...page)
    if (page.length < pageSize) return groups
  }
}
