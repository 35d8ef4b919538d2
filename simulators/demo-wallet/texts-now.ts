import { demoWalletTexts } from './texts.ts'

export const textsNow = () => demoWalletTexts[document.documentElement.lang === 'zh-CN' ? 'zh-CN' : 'en']
