import type { WaitingText } from '#text/en/site/waiting.ts'

export default {
  loading: '加载中',
  account: '我的账号',
} satisfies WaitingText
