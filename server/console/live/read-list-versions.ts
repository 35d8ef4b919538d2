import { createHash } from 'node:crypto'
import { liveListNames, liveLists, maxExactCount, type LiveList } from '#shared/console-live.ts'
import { operatorActions } from '#shared/contract/operator.ts'
import { mayAct, type OperatorRole } from '#shared/contract/operator/roles.ts'
import { firstId } from '#server/operator/page.ts'
import { runAction } from '#server/operator/run-action.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'

type Deps = { readonly database: Database; readonly config: Config }
type ListVersion = { readonly count: number; readonly version: string }
export type ListVersions = ReadonlyMap<LiveList, ListVersion>

export async function readListVersions(deps: Deps, role: OperatorRole): Promise<ListVersions> {
  const own = liveListNames.filter((list) => mayAct(role, operatorActions[liveLists[list].action]))
  const seen = new Map<LiveList, ListVersion>()
  // Runs the queries one after another, to leave database connections for customers.
  for (const list of own) seen.set(list, await lookAtList(deps, role, list))
  return seen
}

async function lookAtList({ database, config }: Deps, role: OperatorRole, list: LiveList): Promise<ListVersion> {
  const { action, input } = liveLists[list]
  const digest = createHash('sha256')
  let count = 0
  for (let after: string | number | null | undefined; after !== null && count <= maxExactCount;) {
    const asked = { ...input, ...(after !== undefined && { after }) }
    const ran = await runAction(action, async () => asked, {
      database,
      config,
      operator: { id: firstId, name: 'live', role },
      confirm: async () => ({ ok: true, value: null }),
    })
    if (!ran.ok) throw new Error(`${action}: ${ran.refusal.sentence.code}`)
    const page = ran.value.output as { readonly items: readonly unknown[]; readonly next: string | number | null }
    count += page.items.length
    digest.update(JSON.stringify(page.items))
    after = page.next
  }
  return { count: Math.min(count, maxExactCount + 1), version: digest.digest('base64url').slice(0, 16) }
}
