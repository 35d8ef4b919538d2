import { useEffect, useState } from 'react'
import type { Language } from '#shared/language.ts'
import {
  changed,
  dropDraft,
  emptyDraft,
  findDraft,
  subscribeToDrafts,
  newer,
  recordTestMail,
  saveDraft,
} from './mailing-drafts.ts'
import type { MailingField } from './mailing-drafts.ts'

/**
 * Draft of a mailing, stored in this browser at each change until it is sent. Changes apply to the latest state,
 * because the operator may type during a test mail. Takes over newer versions from other tabs.
 */
export function useMailingDraft(who: string, id: string, isSent: boolean) {
  const [draft, setDraft] = useState(() => findDraft(who, id) ?? emptyDraft(id))
  const [isKept, setKept] = useState(true)
  useEffect(() => {
    if (draft.savedAt !== '' && !isSent) setKept(saveDraft(who, draft))
  }, [who, draft, isSent])
  useEffect(() => subscribeToDrafts(who, () => setDraft((now) => newer(now, findDraft(who, id)))), [who, id])
  return {
    draft,
    isKept,
    set: (field: MailingField, value: string) => setDraft((now) => changed(now, { [field]: value }, new Date())),
    note: (language: Language, words: string) => setDraft((now) => recordTestMail(now, language, words, new Date())),
    drop: () => {
      dropDraft(who, id)
      setDraft(emptyDraft(id))
    },
  }
}
