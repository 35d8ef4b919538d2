import type { LoginCodeTexts } from '#text/en/site/login-code.ts'

export default {
  title: '要登录这个账号吗？',
  opens: '这个链接会登录',
  nameless: '未命名的账号',
  id: (end: string) => `用户 ID 尾号 ${end}`,
  text: '如果链接是你自己从 App 打开的，可以继续。如果是别人发给你的，那就是对方的账号：你在这里买的东西都会算在对方名下。',
  here: (name: string) => `你现在登录的是 ${name}，继续后会退出这个账号。`,
  yes: '登录',
  no: '不登录',
  stay: (name: string) => `继续用 ${name}`,
  refusedTitle: '链接没能打开账号',
  ok: '知道了',
} satisfies LoginCodeTexts
