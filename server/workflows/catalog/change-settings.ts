import { createHash } from 'node:crypto'
import type { Sentence } from '#shared/sentence.ts'
import type { SiteMark } from '#shared/site.ts'
import { readMarkSvg } from '#server/modules/catalog/mark-svg.rules.ts'
import { imageKind } from '#server/platform/images/image-kind.rules.ts'
import { reencodeImage } from '#server/platform/images/reencode-image.ts'
import { lockSetting, readBrandKit, readSettings, saveSetting } from '#server/modules/catalog/catalog.service.ts'
import { noticeNow } from '#server/modules/catalog/catalog.rules.ts'
import { describeSettings, findSettingFaults, nameSetting } from '#server/modules/catalog/published-settings.ts'
import { findSettingChanges } from '#server/modules/catalog/setting-changes.rules.ts'
import { reachOfSetting } from '#server/modules/catalog/setting-reach.rules.ts'
import { hasMembers } from '#server/modules/membership/membership.queries.ts'
import type { Transaction } from '#server/platform/database.ts'
import { done, refuse, type Act, type FindKept, type LookAct, type Result } from '#server/platform/act.ts'
import { sentence } from '#text/sentence.ts'

const presentValue = async (tx: Transaction, setting: string): Promise<unknown> =>
  describeSettings(await readSettings(tx), await readBrandKit(tx))[setting as 'brand'] ?? null

export const keptSetting: FindKept<{ setting: string }> = async (tx, { setting }) => {
  await lockSetting(tx, setting)
  // A setting without a value is stated as null, because a form without values waits for them.
  return { subject: `setting ${setting}`, values: { value: JSON.stringify(await presentValue(tx, setting)) } }
}

/**
 * Checks the new value of a setting, and decodes a logo in PNG, before the transaction, because that may take seconds.
 */
const readValue: LookAct<'settings.set', Result<{ value: unknown }>>['look'] = async (_db, { setting, value }) => {
  const given = parse(value)
  if (given === undefined) return refuse('InvalidInput', 'setting.notJson')
  const faults = findSettingFaults(setting, given)
  if (faults.length > 0) return refuse('InvalidInput', sentence('setting.invalid', { faults }))
  return setting === 'mark' ? writeMark(given as SiteMark | null) : { ok: true, value: { value: given } }
}

const saveValue: Act<'settings.set', Result<{ value: unknown }>> = async (
  tx,
  { setting, reason },
  _op,
  _deps,
  read,
) => {
  if (!read.ok) return read
  const after = read.value.value
  await lockSetting(tx, setting)
  const before = await presentValue(tx, setting)
  if (JSON.stringify(before) === JSON.stringify(after))
    return refuse('NotPossible', sentence('field.unchanged', { field: { field: 'value' } }))
  await saveSetting(tx, setting, after)
  const reach = reachOfSetting(setting, before, after)
  const reaches = reach === 'hosts' || (reach === 'links' && (await hasMembers(tx)))
  const output = { setting: nameSetting(setting), changes: findSettingChanges(setting, before, after, nameSetting) }
  const noted = (kept: unknown) => (setting === 'mark' ? digestMark(kept as SiteMark | null) : kept)
  return done(output, `setting ${setting}`, { before: noted(before), after: noted(after), reason }, { reaches })
}

export const setSetting = { look: readValue, kept: keptSetting, act: saveValue }

type Written = Result<{ value: SiteMark | null }>
/**
 * The last decoded PNG. An action runs without effect before a code is asked for, and then again with the same picture.
 */
let decoded: { readonly data: string; readonly written: Written } | null = null

/** Re-encodes a PNG logo and cleans an SVG logo, so that nothing but the visible picture remains in the file. */
async function writeMark(mark: SiteMark | null): Promise<Written> {
  if (mark === null) return { ok: true, value: { value: null } }
  if (mark.kind === 'svg') {
    const read = readMarkSvg(mark.data)
    return 'fault' in read ? unfit(read.fault) : { ok: true, value: { value: { kind: 'svg', data: read.svg } } }
  }
  if (decoded?.data === mark.data) return decoded.written
  const bytes = Buffer.from(mark.data, 'base64')
  if (imageKind(bytes) !== 'png') return unfit(sentence('mark.notPng'))
  const reencoded = await reencodeImage(bytes, 'mark', undefined, 'mark')
  if (!reencoded) return refuse('Unavailable', 'mark.busy')
  if (!reencoded.ok) return unfit(sentence(reencoded.fault === 'TooManyPixels' ? 'mark.pixels' : 'mark.notPng'))
  const data = reencoded.image.bytes.toString('base64')
  const written: Written = { ok: true, value: { value: { kind: 'png', data } } }
  decoded = { data: mark.data, written }
  return written
}

const unfit = (fault: Sentence) => refuse('InvalidInput', sentence('setting.invalid', { faults: [fault] }))

/** The audit log names a picture by its digest. */
const digestMark = (mark: SiteMark | null) =>
  mark && { kind: mark.kind, sha256: createHash('sha256').update(mark.data).digest('hex') }

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const keptNotice: FindKept<object> = async (tx) => {
  await lockSetting(tx, 'notice')
  const notice = noticeNow((await readSettings(tx)).notice, tx.now)
  return { subject: 'notice', values: notice && { en: notice.en, zh: notice['zh-CN'], until: notice.until } }
}

export const setNotice: Act<'notice.set'> = async (tx, { en, zh, until }) => {
  const isOver = until !== undefined && new Date(until) <= tx.now
  if (isOver) return refuse('InvalidInput', sentence('field.past', { field: { field: 'until' } }))
  const end = until === undefined ? null : new Date(until)
  const notice = { en, 'zh-CN': zh, ...(end && { until: end.toISOString() }) }
  const [fault] = findSettingFaults('notice', notice)
  if (fault !== undefined) return refuse('InvalidInput', sentence('notice.invalid', { fault }))
  await lockSetting(tx, 'notice')
  await saveSetting(tx, 'notice', notice)
  const reaches = reachOfSetting('notice', null, notice) !== 'none'
  return done({ en, zh, until: end }, 'notice', notice, { reaches })
}

export const clearNotice: Act<'notice.clear'> = async (tx) => {
  await lockSetting(tx, 'notice')
  const before = noticeNow((await readSettings(tx)).notice, tx.now)
  if (!before) return refuse('NotFound', 'notice.none')
  await saveSetting(tx, 'notice', null)
  return done({ en: before.en }, 'notice', { before })
}
