import type { operators as english } from '#text/en/actions/operators.ts'
import { translation } from '#text/template.ts'

export const operators = translation<typeof english>()({
  'operators.list': {
    label: '运营账号',
    about: '列出运营账号及角色。“试用”：仅试用过的名称，不能登录。',
    empty: { operators: '还没有运营账号，请在命令行创建第一个所有者。', lastAct: '从未' },
  },
  'operators.invite': {
    label: '邀请运营人员',
    about: '创建运营账号并生成邀请链接，本人须在 24 小时内用它设置自己的口令和二次验证；从未使用的账号则换新链接。',
    second: '角色为财务或所有者。',
    hints: { name: '运营人员名称', role: '角色，决定可执行的操作' },
  },
  'operators.change': {
    label: '更改角色',
    about: '更改运营人员的角色，其登录全部失效；所有者发出的未使用邀请也随之失效。',
    second: '新角色为财务或所有者，或对方是另一名所有者。',
    says: ['{name} 的角色将从 {before} 改为 {after}。', '{name} 的角色已从 {before} 改为 {after}。'],
    hints: { name: '运营人员名称', role: '角色，决定可执行的操作' },
  },
  'operators.reset-factor': {
    label: '重置口令与二次验证',
    about: '为丢失口令或验证器的运营人员生成链接，本人须在 24 小时内重新设置；旧的立即失效，其准备的提案被拒绝。',
    second: '任何情况下。',
    hints: { name: '运营人员名称' },
  },
  'operators.set-address': {
    label: '设置我的邮箱',
    about: '设置等待第二人或运营账号变动时通知你的邮箱。只有本人可设置；加密保存，部分显示，随账号删除。',
    says: ['通知将发送至：{address}（{language}）。', '通知将发送至：{address}（{language}）。'],
    hints: { email: '你的邮箱地址', language: '邮件语言', remove: '不再给你发送邮件' },
  },
  'operators.disable': {
    label: '停用运营账号',
    about: '永久停用账号。历史记录仍保留其名称，名称不再分配。所有者发出的未使用邀请随之失效。',
    second: '对方是另一名所有者。',
    says: [
      '将停用 {name}，并结束其全部登录。由其创建、仍然有效的 API 密钥：{madeKeys}；可能被其留存的请予以撤销。',
      '{name} 已停用。由其创建、仍然有效的 API 密钥：{madeKeys}；可能被其留存的请予以撤销。',
    ],
    empty: { madeKeys: '无' },
    hints: { name: '运营人员名称' },
  },
  'approvals.list': {
    label: '待复核',
    about: '列出等待第二位运营人员的提案，最早的在前。',
    empty: { items: '没有等待第二人处理的提案。' },
  },
  'approvals.show': {
    label: '查看提案',
    about: '查看提案内容、当时的效果以及现在的效果。',
    hints: { id: '要处理的提案' },
  },
  'approvals.grant': {
    label: '批准提案',
    about: '执行另一位运营人员准备的提案。需具备该操作所需角色，必要时需验证码。',
    hints: { id: '要处理的提案' },
  },
  'approvals.refuse': {
    label: '否决提案',
    about: '结束一个提案，自己的也可以。会被提案停用的所有者可借此阻止：准备者之后不能独自执行。',
    says: ['结果：{outcome}。', '{outcome}。'],
    hints: { id: '要处理的提案' },
  },
})
