import { demoWalletTexts } from './texts.ts'

/** Texts in the page's current language. */
export const textsNow = () => demoWalletTexts[document.documentElement.lang === 'zh-CN' ? 'zh-CN' : 'en']
