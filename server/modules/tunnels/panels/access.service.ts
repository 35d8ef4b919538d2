import type { Queryable } from '#server/platform/database.ts'
import { findAccess, type Access } from './access.repo.ts'
import type { Panels } from './create-panels.ts'
import type { PanelQuestion } from '../documents/format.rules.ts'
import { documentFault, formatOfDocument } from './panel-document.rules.ts'
import { PanelRefused, type AppHeaders, type LinkBody } from './port.ts'
import type { Plan } from './delivered-terms.rules.ts'

/**
 * Finds the VPN panel with the person's subscription document. 'later': the panel has not received the person yet, or
 * their credentials there are about to be revoked. Null: no panel serves the person's plan.
 */
export async function findPanelAccess(db: Queryable, userId: string, plan: Plan): Promise<Access | 'later' | null> {
  const access = await findAccess(db, userId, plan)
  if (!access) return null
  return access.isReady ? access : 'later'
}

/**
 * Returns the panel's subscription document in a format that the app reads. Throws `PanelAway`, `PanelRefused` or
 * `PanelRests` if there is none. Uses a separate circuit breaker, so that a broken subscription page does not delay
 * deliveries.
 */
export async function fetchPanelDocument(
  panels: Panels,
  access: Access,
  app: AppHeaders,
  { agents, format, isStrict }: PanelQuestion,
): Promise<LinkBody> {
  const { provider, links } = panels.open(access)
  let choice: LinkBody | null = null
  for (const agent of agents) {
    // Replaces a browser's "accept" header, for which the panel would send an HTML page.
    const headers = { ...app, 'user-agent': agent, ...(isStrict && { accept: '*/*' }) }
    const document = await links.ask(() => provider.access(access.subject, headers))
    if (!document) throw new PanelRefused('it has no link for this person')
    const text = new TextDecoder().decode(document.body)
    const fault = documentFault(document.contentType, text)
    if (fault !== null && choice !== null) break
    if (fault !== null) throw new PanelRefused(`it sent ${fault} in place of a list`)
    if (format === null || formatOfDocument(text) === format) return document
    choice ??= document
  }
  if (choice !== null && !isStrict) return choice
  throw new PanelRefused(`its document is not of the format ${format}`)
}
