import type { Language } from '#shared/language.ts'
import { showToast } from '#ui/toast.ts'
import { ApiError, networkErrorText } from '#web/client/api-error.ts'
import { throwAside } from '#web/client/throw-aside.ts'

/** A script of the form that does not come is a line that is cut, too. Anything else is a fault of ours and says so. */
export function showNoAnswer(error: unknown, language: Language): void {
  const isChunk = error instanceof TypeError && /import/i.test(error.message)
  if (!isChunk && !(error instanceof ApiError)) throwAside(error)
  showToast({ kind: 'error', text: networkErrorText[language], language })
}
