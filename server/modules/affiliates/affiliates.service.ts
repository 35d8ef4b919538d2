import { randomUUIDv7 } from 'node:crypto'
import { shortestAnswers } from '#shared/shortest-answers.ts'
import { AppError, refuseFields } from '#shared/errors.ts'
import type { Transaction } from '#server/platform/database.ts'
import * as repo from './affiliates.repo.ts'
import {
  campaignSlugPattern,
  checkGreetingName,
  checkChannel,
  checkText,
  mayApplyFrom,
  maxCampaigns,
  maxCampaignsEver,
  type Destination,
} from './affiliates.rules.ts'
import * as applications from './applications.repo.ts'
import {
  findAffiliate,
  findGreetingName,
  listCampaigns,
  lockAffiliate,
  setGreetingName,
  type Campaign,
} from './affiliates.queries.ts'
import { findLastApplication, type Application } from './applications.queries.ts'

export type ApplicationForm = {
  readonly channel: string
  readonly audience: string
  readonly message: string
  readonly contact: string
  readonly agreed: boolean
}

export function checkApplication(form: ApplicationForm): void {
  refuseFields({
    channel: checkChannel(form.channel, 200, shortestAnswers.channel),
    audience: checkText(form.audience, 200, shortestAnswers.audience),
    message: checkText(form.message, 2_000, shortestAnswers.message),
    contact: checkText(form.contact, 100, shortestAnswers.contact),
    agreed: form.agreed ? null : 'AgreementRequired',
  })
}

/**
 * Submits an application to the affiliate programme. `ApplicationTooSoon` carries the seconds to wait after a
 * rejection.
 */
export async function openApplication(
  tx: Transaction,
  userId: string,
  form: ApplicationForm,
  termsVersion: number,
): Promise<void> {
  if (await findAffiliate(tx, userId)) throw new AppError('AlreadyAnAffiliate')
  const last = await findLastApplication(tx, userId)
  if (last?.state === 'rejected' && last.decidedAt) {
    const wait = mayApplyFrom(last.decidedAt).getTime() - tx.now.getTime()
    if (wait > 0) throw new AppError('ApplicationTooSoon', {}, { retryAfterSeconds: Math.ceil(wait / 1000) })
  }
  const { channel, audience, message, contact } = form
  const texts = { channel: channel.trim(), audience: audience.trim(), message: message.trim(), contact: contact.trim() }
  const opened = await applications.insertApplication(tx, { id: randomUUIDv7(), userId, ...texts, termsVersion })
  if (opened === 0) throw new AppError('ApplicationPending')
}

export async function approveApplication(
  tx: Transaction,
  application: Application,
  decidedBy: string,
): Promise<boolean> {
  if ((await applications.decide(tx, application.id, { state: 'approved', reason: null, decidedBy })) === 0)
    return false
  await openAffiliate(tx, application.userId)
  return true
}

export async function openAffiliate(tx: Transaction, userId: string): Promise<void> {
  await repo.insertAffiliate(tx, userId)
  await repo.insertCampaign(tx, { id: randomUUIDv7(), userId, slug: '', name: '', destination: '/' })
}

export const rejectApplication = async (
  tx: Transaction,
  id: string,
  reason: string,
  decidedBy: string,
): Promise<boolean> => (await applications.decide(tx, id, { state: 'rejected', reason, decidedBy })) === 1

export async function addCampaign(
  tx: Transaction,
  userId: string,
  { name, slug, destination = '/' }: { name: string; slug: string; destination?: Destination },
): Promise<Campaign> {
  refuseFields({
    name: checkText(name, 60),
    slug: campaignSlugPattern.test(slug) ? null : 'CampaignSlugFormat',
  })
  // Locks the affiliate, so that concurrent requests cannot exceed the maximum number of affiliate links.
  const affiliate = await lockAffiliate(tx, userId)
  if (affiliate?.state !== 'approved') throw new AppError('NotAnAffiliate')
  checkRoom(await listCampaigns(tx, userId))
  const campaign = { id: randomUUIDv7(), userId, slug, name: name.trim(), destination }
  if ((await repo.insertCampaign(tx, campaign)) === 0) refuseFields({ slug: 'CampaignSlugTaken' })
  return { ...campaign, visits: 0, signUps: 0, paid: 0, earnedMinor: 0, isArchived: false }
}

function checkRoom(links: readonly Campaign[]): void {
  const inUse = links.filter(({ isArchived }) => !isArchived).length
  if (inUse >= maxCampaigns || links.length >= maxCampaignsEver) throw new AppError('TooManyCampaigns')
}

type Edit = { readonly name?: string; readonly destination?: Destination; readonly archived?: boolean }

/**
 * Renames a link, changes its landing page, archives or restores it. Its URL never changes, because it may be printed.
 * The affiliate's link without a slug has no name and cannot be archived.
 */
export async function editCampaign(tx: Transaction, userId: string, id: string, edit: Edit): Promise<Campaign> {
  const affiliate = await lockAffiliate(tx, userId)
  if (affiliate?.state !== 'approved') throw new AppError('NotAnAffiliate')
  const links = await listCampaigns(tx, userId)
  const link = links.find((each) => each.id === id)
  if (!link) throw new AppError('InvalidInput', { id: 'Invalid' })
  const isPlain = link.slug === ''
  refuseFields({
    name: edit.name === undefined ? null : isPlain ? 'Invalid' : checkText(edit.name, 60),
    archived: edit.archived === true && isPlain ? 'Invalid' : null,
  })
  if (edit.archived === false && link.isArchived) checkRoom(links.filter((each) => each.id !== id))
  const changed = {
    ...link,
    name: edit.name?.trim() ?? link.name,
    destination: edit.destination ?? link.destination,
    isArchived: edit.archived ?? link.isArchived,
  }
  await repo.updateCampaign(tx, changed)
  return changed
}

/**
 * Saves the greeting name, or removes it if the text is empty. `brands`: names of the shop, which are forbidden. Throws
 * `NotAnAffiliate` unless the user is an approved affiliate.
 */
export async function saveGreetingName(
  tx: Transaction,
  userId: string,
  typed: string,
  brands: readonly string[],
): Promise<void> {
  const name = typed.trim().normalize('NFC')
  refuseFields({ name: checkGreetingName(name, brands) })
  if ((await findAffiliate(tx, userId))?.state !== 'approved') throw new AppError('NotAnAffiliate')
  await setGreetingName(tx, userId, name === '' ? null : name)
}

/**
 * Removes the affiliate's greeting name (`slug` null), or the name of an affiliate link, which then shows its slug.
 * Returns the removed name and the campaign, or null if there was no name.
 */
export async function clearName(
  tx: Transaction,
  userId: string,
  slug: string | null,
): Promise<{ readonly name: string; readonly campaign: string | null } | null> {
  if (slug === null) {
    const name = (await findGreetingName(tx, userId))?.name ?? null
    if (name !== null) await setGreetingName(tx, userId, null)
    return name === null ? null : { name, campaign: null }
  }
  const link = (await listCampaigns(tx, userId)).find((each) => each.slug === slug)
  if (!link || link.name === link.slug) return null
  await repo.updateCampaign(tx, { ...link, name: link.slug })
  return { name: link.name, campaign: link.id }
}

/**
 * Suspends an affiliate with a reason, or ends the suspension if `reason` is null. Takes the affiliate's row lock, so
 * payments that earn a commission come entirely before or after it. Returns false if the user is not an affiliate.
 */
export async function changeState(tx: Transaction, userId: string, reason: string | null): Promise<boolean> {
  if ((await repo.setState(tx, userId, reason === null ? 'approved' : 'suspended', reason)) === 0) return false
  await (reason === null ? repo.endSuspension : repo.beginSuspension)(tx, userId)
  return true
}

/**
 * Erases applications, campaign names, greeting name and wallet address, and suspends the affiliate. Earnings and
 * payouts stay in the ledger.
 */
export async function forgetAffiliate(tx: Transaction, userId: string): Promise<void> {
  await applications.emptyApplications(tx, userId)
  await repo.forgetCampaignNames(tx, userId)
  if ((await repo.forgetPayout(tx, userId)) > 0) await repo.beginSuspension(tx, userId)
}
