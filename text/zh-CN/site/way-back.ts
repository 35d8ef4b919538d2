import type { WayBackTexts } from '#text/en/site/way-back.ts'

export default {
  title: '给自己留条后路',
  text: '账号没有绑邮箱。存好恢复码，或绑个邮箱收收据和到期提醒。',
  passwordFirst: '这个账号只有通行密钥能打开。先生成客户端密码，再存恢复码或绑邮箱。',
  makePassword: '生成密码',
  codes: '恢复码',
  email: '绑邮箱',
} satisfies WayBackTexts
