import type { AccountChangeText } from '#text/en/site/account-change.ts'

const accountChange = {
  stopTitle: '阻止这项变更？',
  stopText: '客服收到申请，要变更你账号的登录方式。如果不是你本人申请，请阻止它。',
  stop: '阻止变更',
  stoppedTitle: '已阻止',
  stoppedText: '你的账号没有任何变化。可能有人知道了你的密码，请立即更换。',
  toPassword: '重新设置密码',
  confirmTitle: '这是你的新地址吗？',
  confirmText: '请输入验证码，我们已发到新邮箱或新手机号。申请满一天后，账号就会改用它。',
  code: '验证码',
  wrong: '验证码不对，请再看看最新的那条消息。输错五次后，需要重新联系客服。',
  confirm: '确认',
  confirmedTitle: '已确认',
  confirmedText: '申请满一天后，新地址会取代原来的，期间仍可阻止。',
  overTitle: '这个链接已失效',
  overText: '变更已生效、已被阻止，或已过期。具体情况请联系客服。',
  toHome: '回到首页',
} satisfies AccountChangeText
export default accountChange
