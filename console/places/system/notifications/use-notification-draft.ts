import { useState } from 'react'
import type { AlertKind } from '#shared/alert-kinds.ts'
import { merge } from '#console/client/merge.ts'
import { useMe } from '#console/client/session.ts'
import type { Output } from '#console/client/wire.ts'

type Wishes = Output<'notifications.show'>
export type Typed = {
  readonly mail: readonly AlertKind[]
  readonly webhook: readonly AlertKind[]
  readonly timeZone: string
  readonly from: string
  readonly until: string
  readonly digest: string
  readonly urgent: 'at-once' | 'waits'
  readonly address: string
  readonly newSecret: boolean
  readonly remove: boolean
}

const typedOf = ({ kinds, timeZone, quiet, digest, urgent, mail, webhook }: Wishes): Typed => {
  const [from = '', until = ''] = quiet?.split('-') ?? []
  const isNew = mail === null && webhook === null
  return {
    mail: kinds.filter((each) => each.mail).map(({ kind }) => kind),
    webhook: kinds.filter((each) => each.webhook).map(({ kind }) => kind),
    timeZone: isNew && timeZone === 'UTC' ? Intl.DateTimeFormat().resolvedOptions().timeZone : timeZone,
    from,
    until,
    digest: digest ?? '',
    urgent,
    address: '',
    newSecret: false,
    remove: false,
  }
}

const fields = [
  'mail',
  'webhook',
  'timeZone',
  'from',
  'until',
  'digest',
  'urgent',
  'address',
  'newSecret',
  'remove',
] as const
type Kept = { readonly typed: Typed; readonly base: Typed }

/**
 * Typed notification settings, stored in this tab. Changes saved elsewhere are merged field by field. `clashes`: fields
 * changed differently here and elsewhere; these keep the input.
 */
export function useNotificationDraft(wishes: Wishes) {
  const key = `typed ${useMe().name} notifications`
  const saved = typedOf(wishes)
  const [kept, setKept] = useState<Kept>(() => readKept(key) ?? { typed: saved, base: saved })
  const { merged, clashes } = merge({ base: kept.base, mine: kept.typed, theirs: saved }, fields)
  const keep = (next: Kept | null) => {
    setKept(next ?? { typed: saved, base: saved })
    try {
      if (next) sessionStorage.setItem(key, JSON.stringify(next))
      else sessionStorage.removeItem(key)
    } catch {
      // Browser storage is blocked, so the input is kept for this page only.
    }
  }
  return {
    typed: merged,
    clashes,
    change: (change: Partial<Typed>) => {
      const typed = { ...merged, ...change }
      // Typing into a field that clashes decides for the typed value.
      const decided = clashes.filter((field) => field in change)
      const base = clashes.length === decided.length ? saved : kept.base
      keep({ typed, base })
    },
    forget: () => keep(null),
  }
}

function readKept(key: string): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null
  } catch {
    return null
  }
}
