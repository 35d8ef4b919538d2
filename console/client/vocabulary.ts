import { use } from 'react'
import { languages, type Language } from '#shared/language.ts'
import type { ActionName } from '#shared/contract/operator.ts'
import type { ActionText } from '#text/action-text.ts'
import { useSpoken } from './language.ts'
import { catalogues, loadVocabulary, type Vocabulary } from './load-vocabulary.ts'

const loaded = new Map<Language, Promise<Vocabulary>>()
export function vocabularyIn(language: Language): Promise<Vocabulary> {
  const known = loaded.get(language)
  if (known) return known
  const loading = loadVocabulary(language)
  loaded.set(language, loading)
  loading.catch(() => loaded.delete(language))
  return loading
}

export const useVocabulary = (): Vocabulary => use(vocabularyIn(useSpoken().language))

/** Loads action labels in all languages, because operators search in either. */
export const loadLabels = async (): Promise<readonly Readonly<Record<ActionName, ActionText>>[]> =>
  Promise.all(languages.map(async (language) => (await catalogues[language]()).actions))
