import { markAgain, markDrop } from '#server/modules/tunnels/panels/marks.queries.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import { requireUser } from '#server/workflows/membership/name-subject.ts'
import { sentence } from '#text/sentence.ts'

export const redeliverTunnels: Act<'tunnels.apply'> = async (tx, { user, reason }) => {
  const { id, uid } = await requireUser(tx, user)
  const told = (await markAgain(tx, id)).map(({ provider }) => provider)
  if (told.length === 0) return refuse('NotPossible', sentence('user.onNoPanel', { uid }))
  const providers = told.toSorted().join(', ')
  return done({ uid, providers }, `user ${uid}`, { reason, providers })
}

export const dropConnections: Act<'tunnels.drop'> = async (tx, { user, reason }) => {
  const { id, uid } = await requireUser(tx, user)
  const told = (await markDrop(tx, id)).map(({ provider }) => provider)
  if (told.length === 0) return refuse('NotPossible', sentence('user.unknownToPanels', { uid }))
  const providers = told.toSorted().join(', ')
  return done({ uid, providers }, `user ${uid}`, { reason, providers })
}
