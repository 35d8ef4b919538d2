import type { Queryable } from '#server/platform/database.ts'
import { findAccess, type Access } from './access.repo.ts'
import type { Panels } from './create-panels.ts'
import { documentFault } from './panel-document.rules.ts'
import { PanelRefused, type AppHeaders, type LinkBody } from './port.ts'
import type { Plan } from './told.rules.ts'

/** Where a person's document is to be had. 'later': the panel is being told of them. Null: no panel serves their plan. */
export async function findPanelAccess(db: Queryable, userId: string, plan: Plan): Promise<Access | 'later' | null> {
  const access = await findAccess(db, userId, plan)
  if (!access) return null
  return access.isReady ? access : 'later'
}

/**
 * What the panel made for this app. Throws where there is nothing that an app may have: PanelAway, PanelRefused, PanelRests. It is
 * asked under a guard of its own, so that a broken page of links keeps no delivery waiting.
 */
export async function fetchPanelDocument(panels: Panels, access: Access, app: AppHeaders): Promise<LinkBody> {
  const { provider, links } = panels.open(access)
  const document = await links.ask(() => provider.access(access.subject, app))
  if (!document) throw new PanelRefused('it has no link for this person')
  const fault = documentFault(document.contentType, new TextDecoder().decode(document.body))
  if (fault !== null) throw new PanelRefused(`it sent ${fault} in place of a list`)
  return document
}
