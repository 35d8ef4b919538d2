import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { findProfile } from '#server/modules/accounts/accounts.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { lockDevices } from '#server/modules/devices/devices.queries.ts'
import { networkSlots } from '#server/modules/limits/limits.rules.ts'
import { consumeTries, countTry } from '#server/modules/limits/limits.service.ts'
import { credentialOf } from '#server/modules/tunnels/credential.ts'
import { deadEntry, type Entry } from '#server/modules/tunnels/documents/entry.ts'
import { foreignDocument, linkDocument, type LinkDocument } from '#server/modules/tunnels/documents/document.ts'
import {
  chooseFormat,
  chooseSingBoxFields,
  isOnlooker,
  panelQuestion,
} from '#server/modules/tunnels/documents/format.rules.ts'
import type { Entitlement } from '#server/modules/tunnels/entitlement.rules.ts'
import { findLink, noteFetch } from '#server/modules/tunnels/links.service.ts'
import { fetchPanelDocument, findPanelAccess } from '#server/modules/tunnels/panels/access.service.ts'
import { asPanelFault, type Panels } from '#server/modules/tunnels/panels/create-panels.ts'
import { PanelRests } from '#server/modules/tunnels/panels/guard-panel.ts'
import type { AppHeaders, LinkBody } from '#server/modules/tunnels/panels/port.ts'
import { sumMonth } from '#server/modules/tunnels/usage.queries.ts'
import { startArmedTrial } from '#server/workflows/membership/start-trial.ts'
import type { Tunnels } from '#server/deps/tunnel-deps.ts'
import { readEntitlement } from '#server/modules/tunnels/entitlements.queries.ts'

export type LinkDeps = Tunnels & { readonly panels: Panels }
export type LinkRequest = {
  readonly token: string
  /** True for HEAD requests: the app reads only headers, which neither starts a trial nor counts as a fetch. */
  readonly headersOnly: boolean
  readonly format: string | undefined
  readonly userAgent: string
  readonly headers: AppHeaders
  /** Network of the request in three prefix lengths of its IP address, as in `widthsOf`. */
  readonly widths: readonly string[]
  readonly isExit: boolean
  readonly shop: string
}
type Served = 'unknown' | 'crowded' | 'onlooker' | LinkDocument<string | Uint8Array>

type Ended = Exclude<Entitlement['state'], 'active'>
const endings: Readonly<Record<Language, Readonly<Record<Ended, (shop: string) => string>>>> = {
  en: {
    expired: (shop) => `Ended - renew at ${shop}`,
    blocked: (shop) => `Blocked - ask at ${shop}`,
    erased: (shop) => `Ended - ${shop}`,
  },
  'zh-CN': {
    expired: (shop) => `已到期 - 请到 ${shop} 续费`,
    blocked: (shop) => `已停用 - 请到 ${shop} 咨询`,
    erased: (shop) => `已到期 - ${shop}`,
  },
}

/**
 * Serves the document of a subscription link. Starts a waiting trial, except for a HEAD request. Throws `Unavailable`
 * instead of serving an empty list, because VPN apps then keep the list they have.
 */
export async function serveLink(deps: LinkDeps, request: LinkRequest): Promise<Served> {
  const { database, digest } = deps
  const link = await findLink(database, request.token)
  if (!link) {
    const slots = networkSlots('link-network', request.widths, request.isExit)
    return (await consumeTries(database, digest, slots)) ? 'unknown' : 'crowded'
  }
  if (isOnlooker(request.userAgent, request.format)) return 'onlooker'
  await countTry(database, digest, 'link-token', String(link.number))
  const entitlement = request.headersOnly
    ? await readEntitlement(database, digest, link.userId)
    : await readStarted(deps, link.userId)
  const [profile, { brand }, { up, down }] = await Promise.all([
    findProfile(database, link.userId),
    readSettings(database),
    sumMonth(database, link.userId),
  ])
  const language = profile?.language ?? 'en'
  const { state, validUntil } = entitlement
  const account = { brand: brand[language], up, down, validUntil, isActive: state === 'active' }
  const entries =
    state === 'active'
      ? await openEntries(deps, entitlement, link)
      : [deadEntry(endings[language][state](request.shop))]
  const document =
    entries.length === 0
      ? foreignDocument(await fetchFromPanel(deps, { userId: link.userId, plan: entitlement.plan, request }), account)
      : linkDocument(
          chooseFormat(request.userAgent, request.format),
          entries,
          account,
          chooseSingBoxFields(request.userAgent),
        )
  if (!request.headersOnly) await noteFetch(database, link.number)
  return document
}

const unavailable = (retryAfterSeconds: number) => new AppError('Unavailable', {}, { retryAfterSeconds })

/**
 * Fetches the document from a VPN panel if none of our own nodes serves the plan. Throws `Unavailable` if the user has
 * no access at a panel yet, and for any fault of the panel.
 */
async function fetchFromPanel(
  { database, panels, log }: LinkDeps,
  { userId, plan, request }: { userId: string; plan: Entitlement['plan']; request: LinkRequest },
): Promise<LinkBody> {
  const access = await findPanelAccess(database, userId, plan)
  if (access === null) throw unavailable(600)
  if (access === 'later') throw unavailable(5)
  const question = panelQuestion(request.userAgent, request.format)
  try {
    return await fetchPanelDocument(panels, access, request.headers, question)
  } catch (error) {
    if (!(error instanceof PanelRests))
      log.warn({ provider: access.id, reason: asPanelFault(error).message }, 'a panel gave no list to an app')
    throw unavailable(60)
  }
}

async function readStarted({ database, digest }: Tunnels, userId: string): Promise<Entitlement> {
  const before = await readEntitlement(database, digest, userId)
  if (before.state !== 'expired') return before
  await database.transaction(async (tx) => {
    await lockDevices(tx, userId)
    await startArmedTrial(tx, userId)
  })
  return readEntitlement(database, digest, userId)
}

async function openEntries(
  { digest, state }: Tunnels,
  { plan }: Entitlement,
  link: { number: number; generation: number },
): Promise<Entry[]> {
  const { nodes } = await state.directory()
  return nodes
    .filter(({ serves }) => serves === 'both' || serves === plan)
    .map(({ name, host, port, group, protocol: node }) => {
      return { name, host, port, node, credential: credentialOf(digest, group, link) }
    })
}
