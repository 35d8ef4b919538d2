import type { Language } from '#shared/language.ts'
import { momentIn } from '#shared/moment-text.ts'
import { actionLabel } from './alert-names.ts'
import { alertMailText, type AlertNotice } from './alert-notice.ts'
import type { MailText } from './code-and-security-texts.ts'

export type OperatorNotice = AccountNotice | AlertNotice | MailingNotice
export type MailingNotice = {
  readonly kind: 'mailing'
  readonly subject: string
  readonly heading: string
  readonly text: string
  readonly button: string
  readonly page: string
}
type AccountNotice =
  | {
      readonly kind: 'proposal'
      readonly id: string
      readonly action: string
      readonly by: string
      readonly against: string | null
      /** ISO time from which the operator who prepared the action may decide alone if nobody else can. */
      readonly aloneFrom: string | null
      readonly days: number
      /** Time zone that the receiver chose for notifications; UTC if absent. */
      readonly timeZone?: string
      /** Effects that the action would have, in the receiver's language. Added for each receiver. */
      readonly effects?: readonly string[]
    }
  | {
      readonly kind: 'stopped'
      readonly id: string
      readonly action: string
      readonly by: string
      readonly preparedBy: string
      readonly days: number
    }
  /** Notice: an action that needs two operators was carried out. */
  | { readonly kind: 'granted'; readonly action: string; readonly by: string; readonly preparedBy: string }
  /** Notice about an invitation. `invited-again`: a new link for an account that was never used. */
  | { readonly kind: 'invited' | 'invited-again'; readonly name: string; readonly by: string; readonly role: string }
  /** Notice: an invited operator has set a secret and a second factor. */
  | { readonly kind: 'accepted'; readonly name: string }
  | {
      readonly kind: 'role'
      readonly name: string
      readonly by: string
      readonly before: string
      readonly after: string
    }
  | { readonly kind: 'disabled'; readonly name: string; readonly by: string }
  | { readonly kind: 'reset'; readonly name: string; readonly by: string }
  /** Notice: the operator added or removed a passkey, or replaced their secret. */
  | { readonly kind: 'passkey-added' | 'passkey-removed'; readonly name: string; readonly passkey: string }
  | { readonly kind: 'secret'; readonly name: string }
  | { readonly kind: 'address'; readonly name: string; readonly set: boolean }
  /** Letter to the accountant, with the link that confirms the address. */
  | { readonly kind: 'accountant-confirm'; readonly by: string; readonly days: number }
  /** Monthly mail to the accountant. */
  | { readonly kind: 'accountant-month'; readonly month: string }
  /** Notice: the accountant ended the monthly mail by its link. */
  | { readonly kind: 'accountant-stopped' }
  /** Notice: the operator turned off kinds of alerts or delayed urgent ones. */
  | { readonly kind: 'told-less'; readonly name: string }

const momentOf = (iso: string, language: Language, timeZone: string | undefined): string =>
  momentIn(new Date(iso), language, timeZone ?? 'UTC')
const named = (action: string, language: Language): string => `“${actionLabel(action, language)}”`
/** Lines below a paragraph, with their title; nothing if there are none. */
const listOf = (lines: readonly string[], title: string): string =>
  lines.length === 0 ? '' : `\n\n${[title, ...lines].join('\n')}`
const approvalPage = (id: string): string => `/console/queue/approvals/${id}`
const auditPage = (action: string): string => `/console/system/audit#${new URLSearchParams({ action }).toString()}`
const whoHasRole = {
  en: 'If none of you intended this, disable the account now.',
  'zh-CN': '如果不是你们本意，请立即停用该账号。',
}

const disableNow = {
  en: 'If you did not expect this, ask both of them, and disable suspicious accounts at once.',
  'zh-CN': '如果你没有预料到此操作，请立即向两人核实，并停用可疑账号。',
}

const ownAct = {
  en: 'If it was not you, someone else is signed in as you: tell an owner at once.',
  'zh-CN': '如果不是你本人操作，说明有人以你的身份登录，请立即告诉所有者。',
}

const en = (notice: AccountNotice): Omit<MailText, 'subject'> => {
  switch (notice.kind) {
    case 'proposal': {
      const { id, by, against, aloneFrom, days, timeZone, effects = [] } = notice
      const action = named(notice.action, 'en')
      return {
        heading: `${action} waits for a second operator`,
        lead: `${by} prepared ${action}${against === null ? '' : ` about the owner ${against}`}. Nothing has been done yet: another operator decides.${listOf(effects, 'What it would do:')}`,
        notes: [
          ...(against === null
            ? []
            : [
                `Until it is decided, neither ${by} nor ${against} can use actions that need a code. If ${against} stops it, ${by} cannot approve it alone.`,
              ]),
          ...(aloneFrom === null
            ? []
            : [
                `If no other operator can decide, ${by} can approve it alone from ${momentOf(aloneFrom, 'en', timeZone)}. Until then it can be stopped.`,
              ]),
          `It expires after ${days} days.`,
        ],
        action: 'Open the proposal',
        page: approvalPage(id),
      }
    }
    case 'stopped': {
      const { id, by, preparedBy, days } = notice
      return {
        heading: `${by} stopped ${named(notice.action, 'en')}`,
        lead: `${by} stopped the action that ${preparedBy} had prepared about them. ${preparedBy} can no longer approve it alone.`,
        notes: [
          `Neither of them can use actions that need a code until ${preparedBy} withdraws the proposal, another owner decides, or ${days} days have passed.`,
          'If you cannot tell which of them to trust, a person with access to the database can disable accounts: see docs/decisions/give-operators-accounts-and-two-for-danger.md.',
        ],
        action: 'Open the proposal',
        page: approvalPage(id),
      }
    }
    case 'granted': {
      const { by, preparedBy } = notice
      const action = named(notice.action, 'en')
      return {
        heading: `${action} was carried out`,
        lead:
          by === preparedBy
            ? `${by} prepared and approved ${action} alone, because no other owner can decide.`
            : `${preparedBy} prepared ${action}, and ${by} approved it.`,
        notes: ['It affects many people or exceeds the limit of one operator, so two must agree.', disableNow.en],
        action: 'See it in the audit log',
        page: auditPage(notice.action),
      }
    }
    case 'invited':
      return {
        heading: `${notice.name} is an operator`,
        lead: `${notice.by} created an operator account for ${notice.name} with the role ${notice.role}.`,
        notes: [whoHasRole.en],
      }
    case 'invited-again':
      return {
        heading: `${notice.name} has a new invitation`,
        lead: `${notice.by} created a new invitation link for ${notice.name} with the role ${notice.role}. The previous link no longer works.`,
        notes: [whoHasRole.en],
      }
    case 'accepted':
      return {
        heading: `${notice.name} accepted the invitation`,
        lead: `${notice.name} chose a password and connected an authenticator app. The invitation link no longer works.`,
        notes: [`Ask ${notice.name} whether it was them. If not, disable the account now.`],
      }
    case 'role':
      return {
        heading: `The role of ${notice.name} has changed`,
        lead: `${notice.by} changed the role of ${notice.name} from ${notice.before} to ${notice.after}.`,
        notes: [whoHasRole.en],
      }
    case 'disabled':
      return {
        heading: `The account of ${notice.name} is disabled`,
        lead: `${notice.by} disabled the operator ${notice.name}. Proposals of ${notice.name} will not be carried out.`,
        notes: [],
      }
    case 'reset':
      return {
        heading: `The sign-in of ${notice.name} was reset`,
        lead: `${notice.by} created an invitation link with which ${notice.name} sets a new password and a new second factor. The old ones no longer work.`,
        notes: [whoHasRole.en],
      }
    case 'passkey-added':
      return {
        heading: `${notice.name} added a passkey`,
        lead: `The operator ${notice.name} added the passkey “${notice.passkey}”. It can sign in and confirm actions that need a code.`,
        notes: [ownAct.en, whoHasRole.en],
      }
    case 'passkey-removed':
      return {
        heading: `${notice.name} removed a passkey`,
        lead: `The operator ${notice.name} removed the passkey “${notice.passkey}”. It no longer works.`,
        notes: [ownAct.en],
      }
    case 'secret':
      return {
        heading: `${notice.name} has a new password`,
        lead: `The operator ${notice.name} chose a new password. The old one no longer works.`,
        notes: [ownAct.en, whoHasRole.en],
      }
    case 'address':
      return {
        heading: `Notices to ${notice.name}`,
        lead: notice.set
          ? `Notices to the operator ${notice.name} now go to a new address.`
          : `The operator ${notice.name} no longer has an address for notices.`,
        notes: [`If it was not you, someone else has your password and your authenticator app: tell an owner at once.`],
      }
    case 'accountant-confirm':
      return {
        heading: 'Confirm this address',
        lead: `${notice.by} entered this address for a monthly mail with the link to the accountant’s list. Press the button if you want it.`,
        notes: [
          `The link works for ${notice.days} days. If you do not expect this, ignore this mail: nothing else comes.`,
        ],
        action: 'Confirm the address',
      }
    case 'accountant-month':
      return {
        heading: `The list of ${notice.month} is complete`,
        lead: `All payments, refunds, taxes and disputes of ${notice.month} are in the accountant’s list. Choose the month under Exports and save the file.`,
        notes: ['You need your sign-in of the role finance.'],
        action: 'Open the exports',
        page: `/console/money/exports#${new URLSearchParams({ list: 'accounting', month: notice.month }).toString()}`,
      }
    case 'accountant-stopped':
      return {
        heading: 'The accountant ended the monthly mail',
        lead: 'The link in the mail was used to end it. The address is deleted.',
        notes: ['Enter the address again if it was a mistake.'],
        action: 'Open the exports',
        page: '/console/money/exports',
      }
    case 'told-less':
      return {
        heading: `${notice.name} gets fewer alerts`,
        lead: `The operator ${notice.name} turned off some alerts, or chose to get them later.`,
        notes: [`If it was not you, someone else has your password and your authenticator app: tell an owner at once.`],
        action: 'Open my notifications',
        page: '/console/system/notifications',
      }
  }
}

const zh = (notice: AccountNotice): Omit<MailText, 'subject'> => {
  switch (notice.kind) {
    case 'proposal': {
      const { id, by, against, aloneFrom, days, timeZone, effects = [] } = notice
      const action = named(notice.action, 'zh-CN')
      return {
        heading: `${action}等待另一位操作员批准`,
        lead: `${by} 准备了${action}${against === null ? '' : `，涉及所有者 ${against}`}。目前什么都没有执行，需要另一位操作员决定。${listOf(effects, '批准后的结果：')}`,
        notes: [
          ...(against === null
            ? []
            : [
                `决定之前，${by} 和 ${against} 都不能执行需要验证码的操作。${against} 可以阻止；阻止后，${by} 不能独自执行。`,
              ]),
          ...(aloneFrom === null
            ? []
            : [
                `如果没有其他操作员可以决定，${by} 从 ${momentOf(aloneFrom, 'zh-CN', timeZone)} 起可以独自执行；在此之前可以阻止。`,
              ]),
          `${days} 天后自动失效。`,
        ],
        action: '查看并决定',
        page: approvalPage(id),
      }
    }
    case 'stopped': {
      const { id, by, preparedBy, days } = notice
      return {
        heading: `${by} 阻止了${named(notice.action, 'zh-CN')}`,
        lead: `${by} 阻止了 ${preparedBy} 针对自己准备的操作，${preparedBy} 不能再独自执行。`,
        notes: [
          `在 ${preparedBy} 撤回、另一位所有者决定或满 ${days} 天之前，两人都不能执行需要验证码的操作。`,
          '如果无法判断谁可信，数据库的拥有者可以停用账号，见 docs/decisions/give-operators-accounts-and-two-for-danger.md。',
        ],
        action: '查看',
        page: approvalPage(id),
      }
    }
    case 'granted': {
      const { by, preparedBy } = notice
      const action = named(notice.action, 'zh-CN')
      return {
        heading: `${action}已执行`,
        lead:
          by === preparedBy
            ? `没有其他所有者可以决定，${by} 独自准备并批准了${action}。`
            : `${preparedBy} 准备了${action}，${by} 已批准。`,
        notes: ['此操作影响面大或超过单人限额，须由两位操作员决定。', disableNow['zh-CN']],
        action: '在审计日志中查看',
        page: auditPage(notice.action),
      }
    }
    case 'invited':
      return {
        heading: `新增操作员 ${notice.name}`,
        lead: `${notice.by} 为 ${notice.name} 创建了账号，角色是 ${notice.role}。`,
        notes: [whoHasRole['zh-CN']],
      }
    case 'invited-again':
      return {
        heading: `${notice.name} 有了新的邀请链接`,
        lead: `${notice.by} 为 ${notice.name}（角色 ${notice.role}）生成了新的邀请链接，之前的链接已失效。`,
        notes: [whoHasRole['zh-CN']],
      }
    case 'accepted':
      return {
        heading: `${notice.name} 已接受邀请`,
        lead: `${notice.name} 设置了自己的口令，并绑定了身份验证器。邀请链接已失效。`,
        notes: [`请向 ${notice.name} 本人核实。如果不是本人操作，请立即停用该账号。`],
      }
    case 'role':
      return {
        heading: `${notice.name} 的角色有变动`,
        lead: `${notice.by} 把 ${notice.name} 的角色从 ${notice.before} 改成了 ${notice.after}。`,
        notes: [whoHasRole['zh-CN']],
      }
    case 'disabled':
      return {
        heading: `${notice.name} 的账号已停用`,
        lead: `${notice.by} 停用了操作员 ${notice.name}。${notice.name} 准备的操作不会再执行。`,
        notes: [],
      }
    case 'reset':
      return {
        heading: `${notice.name} 的登录方式已重置`,
        lead: `${notice.by} 为 ${notice.name} 生成了邀请链接，用于设置新的口令和二次验证；原来的全部失效。`,
        notes: [whoHasRole['zh-CN']],
      }
    case 'passkey-added':
      return {
        heading: `${notice.name} 新增了通行密钥`,
        lead: `操作员 ${notice.name} 新增了通行密钥“${notice.passkey}”，可用于登录和确认需要验证码的操作。`,
        notes: [ownAct['zh-CN'], whoHasRole['zh-CN']],
      }
    case 'passkey-removed':
      return {
        heading: `${notice.name} 移除了通行密钥`,
        lead: `操作员 ${notice.name} 移除了通行密钥“${notice.passkey}”，它已失效。`,
        notes: [ownAct['zh-CN']],
      }
    case 'secret':
      return {
        heading: `${notice.name} 更换了口令`,
        lead: `操作员 ${notice.name} 更换了登录口令，原来的已失效。`,
        notes: [ownAct['zh-CN'], whoHasRole['zh-CN']],
      }
    case 'address':
      return {
        heading: `${notice.name} 的通知邮箱`,
        lead: notice.set
          ? `以后发给操作员 ${notice.name} 的通知会寄到另一个邮箱。`
          : `操作员 ${notice.name} 不再有接收通知的邮箱。`,
        notes: ['如果不是你本人操作，说明有人掌握了你的口令和身份验证器，请立即告诉所有者。'],
      }
    case 'accountant-confirm':
      return {
        heading: '请确认此邮箱',
        lead: `${notice.by} 填写了此邮箱，每月接收会计明细的链接。如需接收，请点击按钮。`,
        notes: [`链接 ${notice.days} 天内有效。如果与您无关，请忽略此邮件，以后不会再收到。`],
        action: '确认邮箱',
      }
    case 'accountant-month':
      return {
        heading: `${notice.month} 的会计明细已完整`,
        lead: `${notice.month} 的全部收款、退款、税额和争议均已列入会计明细。请在“导出”中选择该月并保存文件。`,
        notes: ['须以财务角色登录。'],
        action: '打开导出',
        page: `/console/money/exports#${new URLSearchParams({ list: 'accounting', month: notice.month }).toString()}`,
      }
    case 'accountant-stopped':
      return {
        heading: '会计停止了月度邮件',
        lead: '邮件中的停止链接已被使用，邮箱已删除。',
        notes: ['如属误操作，请重新填写邮箱。'],
        action: '打开导出',
        page: '/console/money/exports',
      }
    case 'told-less':
      return {
        heading: `${notice.name} 的提醒有所减少`,
        lead: `从现在起，部分提醒不再发给操作员 ${notice.name}，或会比以前晚到。`,
        notes: ['如果不是你本人操作，说明有人掌握了你的口令和身份验证器，请立即告诉所有者。'],
        action: '打开我的通知',
        page: '/console/system/notifications',
      }
  }
}

export function operatorMailText(
  notice: Exclude<OperatorNotice, MailingNotice>,
  language: Language,
  brand: string,
): MailText {
  const text = notice.kind === 'alerts' ? alertMailText(notice, language) : language === 'en' ? en(notice) : zh(notice)
  return { subject: language === 'en' ? `${brand}: ${text.heading}` : `${brand}：${text.heading}`, ...text }
}
