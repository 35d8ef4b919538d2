import type { Language } from '#shared/language.ts'
import { showToast } from '#ui/toast.ts'
import { ApiError, networkErrorText } from '#web/client/api-error.ts'
import { throwAsync } from '#web/client/caught-error.ts'

/**
 * Shows a network error in a toast. A script that failed to load counts as one; any other error is a bug and is
 * reported.
 */
export function showNoAnswer(error: unknown, language: Language): void {
  const isChunk = error instanceof TypeError && /import/i.test(error.message)
  if (!isChunk && !(error instanceof ApiError)) throwAsync(error)
  showToast({ kind: 'error', text: networkErrorText[language], language })
}
