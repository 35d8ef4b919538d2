import { useEffect, useState } from 'react'
import type { Language } from '#shared/language.ts'
import {
  changed,
  dropDraft,
  emptyDraft,
  findDraft,
  hearDrafts,
  newer,
  noteTested,
  saveDraft,
} from './mailing-drafts.ts'
import type { MailingField } from './mailing-drafts.ts'

/**
 * A draft as it stands, kept in this browser at each change until it is sent. A change is made to what stands by then, not to what
 * stood when it was asked for: who mails it to themselves types on meanwhile. So is what another tab keeps of it.
 */
export function useMailingDraft(who: string, id: string, isSent: boolean) {
  const [draft, setDraft] = useState(() => findDraft(who, id) ?? emptyDraft(id))
  const [isKept, setKept] = useState(true)
  useEffect(() => {
    if (draft.savedAt !== '' && !isSent) setKept(saveDraft(who, draft))
  }, [who, draft, isSent])
  useEffect(() => hearDrafts(who, () => setDraft((now) => newer(now, findDraft(who, id)))), [who, id])
  return {
    draft,
    isKept,
    set: (field: MailingField, value: string) => setDraft((now) => changed(now, { [field]: value }, new Date())),
    note: (language: Language, words: string) => setDraft((now) => noteTested(now, language, words, new Date())),
    drop: () => {
      dropDraft(who, id)
      setDraft(emptyDraft(id))
    },
  }
}
