import type { LoginCodeTexts } from '../en/login-code.ts'

export default {
  switchTitle: '要切换账号吗？',
  switchText: (here: string, other: string) => `这里登录的是 ${here}，App 想打开用户 ID 为 ${other} 的账号。`,
  switchYes: '切换',
  switchNo: '不切换',
  refusedTitle: '链接没能打开账号',
  ok: '知道了',
} satisfies LoginCodeTexts
