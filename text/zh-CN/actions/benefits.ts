import type { benefits as english } from '#text/en/actions/benefits.ts'
import { translation } from '#text/template.ts'

export const benefits = translation<typeof english>()({
  'benefits.import': {
    label: '导入权益账号',
    about: '添加发放给年付会员的账号。密码加密保存；流通中的账号不变。',
    second: '链接指向现有权益账号里从未出现过的网站。',
    says: [
      '将为 {kind} 添加 {added} 个账号，库存 {before} → {after}；{known} 个已存在。',
      '已为 {kind} 添加 {added} 个账号，库存 {before} → {after}；{known} 个已存在。',
    ],
    hints: {
      kind: '权益的简称',
      file: '每行一份：账户、密码和 https 链接，以制表符分隔',
      nameEn: '英文名称，新权益需填写',
      nameZh: '中文名称，新权益需填写',
      giveAgain: '已收回的账号重新发放；有人领取过的，须在文件中换成新密码',
    },
  },
  'benefits.list': {
    label: '权益',
    about: '查看各权益的余量；选定一种时显示发放对象。“权益已到期仍持有”：持有人的权益已结束。',
    hints: { kind: '权益的简称', part: '只看未领取的，或已领取的' },
    empty: { levels: '还没有权益。' },
  },
  'benefits.withdraw': {
    label: '收回权益账号',
    about: '因失效或使用者不再享有权益而停用账号。',
    says: ['将收回 {kind} 的 {account}。', '已收回 {kind} 的 {account}。'],
    hints: { kind: '权益的简称', account: '权益账户' },
  },
  'benefits.describe': {
    label: '修改权益名称',
    about: '修改权益的中英文名称，会员立即可见。',
    says: ['将修改 {kind} 的名称。', '{kind} 的名称已修改。'],
    hints: { kind: '权益的简称', nameEn: '英文名称', nameZh: '中文名称' },
  },
  'benefits.end': {
    label: '停止发放权益',
    about: '不再发放该权益。已领取的会员可继续使用，直至权益到期。',
    says: ['将停止发放 {kind}。', '{kind} 已停止发放。'],
    hints: { kind: '权益的简称' },
  },
  'benefits.resume': {
    label: '恢复发放权益',
    about: '恢复发放已停止的权益。',
    says: ['将恢复发放 {kind}。', '{kind} 已恢复发放。'],
    hints: { kind: '权益的简称' },
  },
})
