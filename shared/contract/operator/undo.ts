import type { Language } from '../../language.ts'

/**
 * Sentence of a preview for an act that no other action undoes, with what to do instead. All begin with the same words,
 * so that operators recognise them.
 */
export const noUndo = {
  money: {
    en: 'This cannot be undone: the money goes back to the payer. The customer can buy again, or you give them time.',
    'zh-CN': '此操作无法撤销：款项将退回付款方。用户可以重新购买，也可以为其赠送时长。',
  },
  decision: {
    en: 'This cannot be undone: a decided case stays decided. Only a later message of the provider changes it.',
    'zh-CN': '此操作无法撤销：已作出的决定不能更改，只有渠道之后的消息会改变结果。',
  },
  sent: {
    en: 'This cannot be undone: a sent message stays sent. Send a correction instead.',
    'zh-CN': '此操作无法撤销：消息发出后无法收回。如有误，请另发更正。',
  },
  signIns: {
    en: 'This cannot be undone: ended sign-ins stay ended. The customer signs in again.',
    'zh-CN': '此操作无法撤销：已结束的登录不会恢复。用户可以重新登录。',
  },
  tellAgain: {
    en: 'This cannot be undone: a stopped change does not go on. Start it again instead.',
    'zh-CN': '此操作无法撤销：已停止的变更不会继续。如有需要，请重新发起。',
  },
  handedOut: {
    en: 'This cannot be undone: a file that was handed out cannot be called back.',
    'zh-CN': '此操作无法撤销：已交付的文件无法收回。',
  },
  ownerKeeps: {
    en: 'This cannot be undone by operators: only the owner keeps the account, by signing in within 7 days.',
    'zh-CN': '此操作无法由运营人员撤销：只有用户本人在 7 天内登录，才能保留账号。',
  },
  note: {
    en: 'This cannot be undone: a struck note stays struck. Write a new one instead.',
    'zh-CN': '此操作无法撤销：已划去的备注不会恢复。如有需要，请另写一条。',
  },
  lapses: {
    en: 'This cannot be undone: it ends by itself after 30 minutes.',
    'zh-CN': '此操作无法撤销：30 分钟后自动失效。',
  },
  saveAgain: {
    en: 'This cannot be undone: save it again under the same name instead.',
    'zh-CN': '此操作无法撤销：如有需要，请以相同名称重新保存。',
  },
  newMailing: {
    en: 'This cannot be undone: a stopped mailing does not go on. Send a new one instead.',
    'zh-CN': '此操作无法撤销：已停止的群发邮件不会继续。如有需要，请新建一次群发。',
  },
  sameContent: {
    en: 'This cannot be undone, and nothing has to be: it repeats or records what is already so.',
    'zh-CN': '此操作无法撤销，也无须撤销：它只会重复或记录既有的事实。',
  },
  oldLinks: {
    en: 'This cannot be undone: links and tokens that stop working stay dead. Hand out new ones.',
    'zh-CN': '此操作无法撤销：失效的链接和令牌不会恢复。请另发新的。',
  },
  seat: {
    en: 'This cannot be undone: the money and the time of the seats go back. The people can buy again, or you give them time.',
    'zh-CN': '此操作无法撤销：席位的款项和时长都会收回。用户可以重新购买，也可以为其赠送时长。',
  },
  newCode: {
    en: 'This cannot be undone: a disabled code stays disabled. Make a new one instead.',
    'zh-CN': '此操作无法撤销：已停用的码不能恢复。如有需要，请新建。',
  },
  application: {
    en: 'This cannot be undone: a declined application stays declined. The applicant may send a new one.',
    'zh-CN': '此操作无法撤销：已拒绝的申请不会恢复。申请人可以重新提交。',
  },
  affiliateName: {
    en: 'This cannot be undone by operators: the affiliate may choose a name again.',
    'zh-CN': '此操作无法由运营人员撤销：推广者可以重新设置名称。',
  },
  commission: {
    en: 'This cannot be undone: a commission that was taken back stays so. Check the people and the sum first.',
    'zh-CN': '此操作无法撤销：收回的佣金不会恢复。请先核对人员和金额。',
  },
  released: {
    en: 'This cannot be undone as a whole: hold single commissions afterwards, or refuse single referrals.',
    'zh-CN': '此操作无法整体撤销：之后可以逐笔暂扣佣金，或逐个拒绝推荐关系。',
  },
  payoutEach: {
    en: 'This cannot be undone as a whole: cancel single payouts while they are not paid.',
    'zh-CN': '此操作无法整体撤销：尚未支付的打款可以逐笔取消。',
  },
  payoutFile: {
    en: 'This cannot be undone: a file may already have been sent. Make a new file for what is certainly unpaid.',
    'zh-CN': '此操作无法撤销：文件可能已被发送。确认未支付的部分可以重新生成文件。',
  },
  onChain: {
    en: 'This cannot be undone: a transfer on a chain is final. Check the hash first.',
    'zh-CN': '此操作无法撤销：链上转账不可逆。请先核对交易哈希。',
  },
  nextPayout: {
    en: 'This cannot be undone: the commissions wait for the next settlement.',
    'zh-CN': '此操作无法撤销：这些佣金将等待下一次结算。',
  },
  accounts: {
    en: 'This cannot be undone as a whole: withdraw or import single accounts instead.',
    'zh-CN': '此操作无法整体撤销：可以逐个停用或重新导入权益账号。',
  },
  addresses: {
    en: 'This cannot be undone: imported addresses stay in the pool. Check the file first.',
    'zh-CN': '此操作无法撤销：导入的地址会保留在地址池中。请先核对文件。',
  },
  draft: {
    en: 'This cannot be undone: the words of the draft are lost. Copy them first if they are needed.',
    'zh-CN': '此操作无法撤销：草稿内容将丢失。如有需要，请先复制。',
  },
  restoreEach: {
    en: 'This cannot be undone as a whole: restore the earlier version of single texts instead.',
    'zh-CN': '此操作无法整体撤销：可以逐篇恢复旧版本。',
  },
  statement: {
    en: 'This cannot be undone: a signed statement stays public. Publish a newer one instead.',
    'zh-CN': '此操作无法撤销：已签名的声明会一直公开。如有需要，请发布新的声明。',
  },
  job: {
    en: 'This cannot be undone: a job that ran or was given up does not come back.',
    'zh-CN': '此操作无法撤销：已执行或已放弃的任务不会恢复。',
  },
  operator: {
    en: 'This cannot be undone: the account is gone for good. Invite the operator under another name.',
    'zh-CN': '此操作无法撤销：账号将永久停用。请以其他名称重新邀请该运营人员。',
  },
  provider: {
    en: 'This cannot be undone: the settings are forgotten. Set the provider up again instead.',
    'zh-CN': '此操作无法撤销：设置将被删除。如有需要，请重新设置该服务商。',
  },
  tunnels: {
    en: 'This cannot be undone: closed connections stay closed. People with time left connect again.',
    'zh-CN': '此操作无法撤销：已断开的连接不会恢复。仍有时长的用户可以重新连接。',
  },
  reminder: {
    en: 'This cannot be undone: you are reminded again only if it becomes worse.',
    'zh-CN': '此操作无法撤销：只有情况恶化时才会再次提醒。',
  },
  expires: {
    en: 'This cannot be undone: the file is deleted by itself after 24 hours.',
    'zh-CN': '此操作无法撤销：文件将在 24 小时后自动删除。',
  },
  asGranted: {
    en: 'This cannot be undone by itself: the approved act says how it is undone.',
    'zh-CN': '此操作本身无法撤销：能否撤销取决于所批准的操作。',
  },
  proposeAgain: {
    en: 'This cannot be undone: an ended proposal stays ended. Prepare the act again instead.',
    'zh-CN': '此操作无法撤销：已结束的提案不会恢复。如有需要，请重新提交。',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>

/**
 * Way to undo an act. `itself`: with the same action and the earlier values. `by`: with another action, whose fields
 * come from the input or output of this one: under the same name, as `given` says, or from what the operator looks up
 * (`chosen`). `none`: by no action, for a reason that the preview states.
 */
export type Undo =
  | 'itself'
  | {
      readonly by: string
      readonly given?: Readonly<Record<string, string>>
      readonly chosen?: readonly string[]
    }
  | { readonly none: keyof typeof noUndo }

const itselfText = {
  en: 'To undo it, run the same action again with the earlier values.',
  'zh-CN': '如需撤销，请再次执行同一操作并填入原来的值。',
} as const satisfies Readonly<Record<Language, string>>

const byText = {
  en: (label: string) => `To undo it, use “${label}”.`,
  'zh-CN': (label: string) => `如需撤销，请使用“${label}”。`,
} as const satisfies Readonly<Record<Language, (label: string) => string>>

/** Sentence of a preview about undoing an act; `label` names an action. */
export function undoText(undo: Undo, language: Language, label: (name: string) => string): string {
  if (undo === 'itself') return itselfText[language]
  return 'none' in undo ? noUndo[undo.none][language] : byText[language](label(undo.by))
}
