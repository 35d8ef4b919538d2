import type { EntryText } from '#text/en/site/sign-in-pages.ts'

export default {
  doors: '账号',
  logIn: '登录',
  register: '注册新账号',
  reset: '重置密码',
  loginDescription: '登录后查看会员到期时间、订单和设备。',
  registerDescription: '起个账号名，设个密码就行。邮箱和手机号，填不填随你。',
  resetDescription: '忘了密码？用验证码或恢复码设一个新的。',
  noSignUps: '暂未开放注册',
  noSignUpsText: '服务条款发布后即可注册，请晚些时候再来。',
  support: '联系客服',
} satisfies EntryText
