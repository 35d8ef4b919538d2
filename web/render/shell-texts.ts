import en from '#web/text/en/shell.ts'
import zh from '#web/text/zh-CN/shell.ts'

export const shellTexts = { en, 'zh-CN': zh }
