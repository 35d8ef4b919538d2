import type { Language } from '#shared/language.ts'
import { showToast } from '#ui/toast.ts'
import { ApiError, networkErrorText } from '#web/client/api-error.ts'
import { throwAsync } from '#web/client/caught-error.ts'

/**
 * Shows the text for a network error in a toast. An error that is neither an `ApiError` nor a script that failed to
 * load is a bug, so it is also reported.
 */
export function showNoAnswer(error: unknown, language: Language): void {
  const isChunk = error instanceof TypeError && /import/i.test(error.message)
  if (!isChunk && !(error instanceof ApiError)) throwAsync(error)
  showToast({ kind: 'error', text: networkErrorText[language], language })
}
