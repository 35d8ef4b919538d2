import type { NoScriptText, WaitingText } from '#text/en/site/no-script.ts'

export default {
  off: '浏览器没开 JavaScript。',
  offText: '页面都能看，付款和登录需要打开。',
  oldBrowser: '浏览器太旧，页面能看，但不能付款和登录。请更新，或者换个浏览器。',
  accountTitle: '账户页面要开 JavaScript。',
  formTitle: '这一块要开 JavaScript。',
  text: '价格、下载、帮助和条款不开也能看；登录、付款和账户不行。',
  sentTitle: '这个表单要开 JavaScript。',
  sentText: '你填的内容没有提交，也没有保存。打开 JavaScript，重新加载后再提交一次。',
  reload: '重新加载',
  prices: '看看价格',
  stuck: '打不开？',
  support: '写信给我们，有人回。',
} satisfies NoScriptText

export const waiting = {
  loading: '加载中',
} satisfies WaitingText
