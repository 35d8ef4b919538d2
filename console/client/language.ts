import { createContext, use } from 'react'
import type { Language } from '#shared/language.ts'
import type { ShellTexts } from '#console/text/en/shell.ts'

type Spoken = { readonly language: Language; readonly t: ShellTexts; readonly speak: (language: Language) => void }
export const SpokenContext = createContext<Spoken | null>(null)

export function useSpoken(): Spoken {
  const spoken = use(SpokenContext)
  if (!spoken) throw new Error('no language is spoken here')
  return spoken
}

export const loadShellTexts: Readonly<Record<Language, () => Promise<ShellTexts>>> = {
  en: async () => (await import('#console/text/en/shell.ts')).default,
  'zh-CN': async () => (await import('#console/text/zh-CN/shell.ts')).default,
}
