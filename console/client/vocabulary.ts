import { use } from 'react'
import { languages, type Language } from '#shared/language.ts'
import type { Actions } from '#console/text/action-words.ts'
import { useSpoken } from './language.ts'
import { loadVocabulary, vocabularyWords, type Vocabulary } from './load-vocabulary.ts'

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

/** Labels in all languages, because operators search in either. */
export const loadLabels = async (): Promise<readonly Actions[]> =>
  Promise.all(languages.map(async (language) => (await vocabularyWords[language]()).actions))
