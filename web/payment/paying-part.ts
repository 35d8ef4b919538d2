import { createElement, type ComponentType } from 'react'
import type { Language } from '#shared/language.ts'
import { lazySection } from '#web/display/lazy-part.ts'
import type { PayingTexts } from '#web/text/en/paying.ts'

type Worded = { readonly t: PayingTexts; readonly language: Language }
const texts = { en: () => import('#web/text/en/paying.ts'), 'zh-CN': () => import('#web/text/zh-CN/paying.ts') }

/** What only some buyers need is fetched with its words when it is first drawn; never on the server. */
export const payingPart = <P extends Worded>(load: () => Promise<{ readonly default: ComponentType<P> }>) =>
  lazySection(async () => {
    const language: Language = document.documentElement.lang === 'en' ? 'en' : 'zh-CN'
    const [{ default: Part }, { default: t }] = await Promise.all([load(), texts[language]()])
    return { default: (props: Omit<P, keyof Worded>) => createElement(Part, { ...props, t, language } as P) }
  })
