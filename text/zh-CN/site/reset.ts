import type { ResetTexts } from '#text/en/site/reset.ts'
import fields from './fields.ts'

export default {
  fields,
  title: '找回来时的路。',
  lead: '先说是哪个账号，再证明是你，然后设新密码。',
  steps: { label: '步骤', who: '账号', code: '验证', password: '新密码' },
  kinds: { label: '用什么找回', account_name: '账号', email: '邮箱', phone: '手机' },
  checkInput: '请检查填写内容',
  sendCode: '发验证码',
  next: '继续',
  save: '设置新密码',
  back: '返回',
  busy: '请稍等',
  sentTo: (address: string) => `如果 ${address} 有账号，验证码已经发出。`,
  nameText: '账号名收不到验证码，请用之前打印的恢复码。',
  useRecovery: '改用恢复码',
  useCode: '改用验证码',
  doneTitle: '回来了。',
  done: '新密码已生效，其他设备都已退出登录。',
  logIn: '去登录',
} satisfies ResetTexts
