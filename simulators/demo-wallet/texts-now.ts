import { demoWalletTexts } from './texts.ts'

/** Those of the language that the page is in right now. */
export const textsNow = () => demoWalletTexts[document.documentElement.lang === 'zh-CN' ? 'zh-CN' : 'en']
