import en from '#text/en/site/shell.ts'
import zh from '#text/zh-CN/site/shell.ts'

export const shellTexts = { en, 'zh-CN': zh }
