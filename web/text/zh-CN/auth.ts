import type { AuthTexts } from '../en/auth.ts'
import fields from './fields.ts'

export default {
  fields,
  login: {
    title: '欢迎回来。',
    lead: '还是那条路，接着走。',
    submit: '登录',
    busy: '正在登录',
  },
  register: {
    title: '来，上路。',
    lead: '起个名，设个密码就行。用邮箱、手机也可以。',
    submit: '注册',
    busy: '正在注册',
  },
  accountName: fields.accountName,
  password: fields.password,
  kinds: { label: '方式', account_name: '账号', email: '邮箱', phone: '手机' },
  forgot: '忘记密码？',
  inviteCode: '邀请码',
  optional: '选填',
  agreeBefore: '我已阅读并同意《',
  agreeTerms: '用户协议',
  agreeBetween: '》和《',
  agreePrivacy: '隐私政策',
  agreeAfter: '》',
  checkInput: (count: number) => (count > 1 ? `请检查填写内容，有 ${count}\u00a0处需要改` : '请检查填写内容'),
  passkey: '使用通行密钥',
  passkeyNone: '没有用到通行密钥。再试一次，或用密码登录。',
  passkeyUnknown: '这个浏览器不支持通行密钥，请用密码登录。',
  eraseAt: (date: string) => `账号将于 ${date}删除。在那之前登录，就会保留。`,
  factor: {
    title: '还有一个路口。',
    lead: '请输入身份验证器中的动态码。',
    leadRecovery: '输入一个恢复码，用过即失效。',
    useRecovery: '改用恢复码',
    useApp: '改用身份验证器',
    submit: '继续',
    busy: '正在核对',
    back: '返回登录',
  },
} satisfies AuthTexts
