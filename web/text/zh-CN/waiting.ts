import type { WaitingText } from '../en/waiting.ts'

export default {
  loading: '加载中',
  account: '我的账号',
} satisfies WaitingText
