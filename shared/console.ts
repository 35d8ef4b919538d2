import type { ErrorStatus } from './errors.ts'
import type { Localized } from './language.ts'
import type { OperatorRole } from './contract/operator/roles.ts'
import type { WorkChallenge } from './solve-work.ts'

/**
 * Path of the console's API. Calls are JSON below this path: GET for a few that only read, such as `me`, otherwise
 * POST. Pictures and the live event stream are also below it.
 */
export const consoleApi = '/console/api'
export const textPreview = '/console/preview'
/**
 * Path on the shop's site that turns an operator's preview pass into a cookie; without a pass it removes the cookie.
 */
export const lookPath = '/look'
export const planPreview = '/console/preview-plan'
/**
 * Console path that renders the preview of a mailing for an iframe; the language follows. The text of the mailing is
 * posted to it.
 */
export const mailingPreview = '/console/preview-mailing'
/** CSRF header, required on every POST, also before sign-in. Another site's form cannot set it. */
export const consoleHeader = { name: 'x-csrf', value: '1' } as const
/** `Accept` value for streamed progress: lines of `ConsoleLine`; the last line is the answer. */
export const progressType = 'application/x-ndjson'
/** Header on automatic polling. Such calls do not count as activity, so that an abandoned page still times out. */
export const pollHeader = { name: 'x-poll', value: '1' } as const
export const themeCookie = 'console-theme'

export const consoleErrors = {
  NotSignedIn: { code: 401, en: 'Please sign in', 'zh-CN': '请先登录' },
  WrongOperatorSignIn: {
    code: 401,
    en: 'Name, password or code is wrong. Each code works once.',
    'zh-CN': '名称、口令或动态码不正确，每个动态码只能用一次',
  },
  WrongOperatorCode: {
    code: 403,
    en: 'This code is wrong or was used before. Enter the next one.',
    'zh-CN': '动态码不正确或已使用过，请输入新的动态码',
  },
  FactorNeeded: {
    code: 403,
    en: 'Enter a code of your authenticator app to go on',
    'zh-CN': '请输入身份验证器中的动态码后继续',
  },
  InvitationOver: {
    code: 410,
    en: 'This invitation link does not work any more. Ask the owner who sent it for a new one.',
    'zh-CN': '此邀请链接已失效，请向发送人索取新的链接',
  },
  OnlyByCommand: {
    code: 403,
    en: 'This is done by a command, never in a browser',
    'zh-CN': '此操作只能通过命令行执行',
  },
  ForeignOrigin: {
    code: 403,
    en: 'This did not come from the console. Reload the page.',
    'zh-CN': '请求不是来自管理后台，请刷新页面',
  },
  TooManyRows: {
    code: 413,
    en: 'That is more than a browser shows. Use the command of this name.',
    'zh-CN': '数据过多，浏览器无法完整显示，请使用同名命令',
  },
  StillRunning: {
    code: 409,
    en: 'This is being read already, or too much else is. Wait until it has ended.',
    'zh-CN': '正在读取中，或同时进行的读取过多，请等待结束后再试',
  },
  EffectsChanged: {
    code: 409,
    en: 'Something changed meanwhile, so nothing was done. Look at what it would do now.',
    'zh-CN': '情况已有变化，本次没有执行，请查看现在会产生的结果',
  },
  EditedMeanwhile: {
    code: 409,
    en: 'Someone changed this since the form was filled, so nothing was done',
    'zh-CN': '表单填写期间，内容已被他人修改，本次没有执行',
  },
} as const satisfies Record<string, { code: number } & Localized>
export type ConsoleStatus = ErrorStatus | keyof typeof consoleErrors

export type ConsoleMe = {
  readonly name: string
  readonly role: OperatorRole
  /** Time until which actions about money need no new second factor; null if it has passed. */
  readonly factorUntil: string | null
  readonly endsAt: string
  readonly now: string
  readonly environment: 'DEV' | 'TEST' | 'PROD'
  readonly brand: Localized
}

/**
 * Request to run an operator action. `input`: as declared by the action registry. `expect`: version of the values that
 * the form was filled with. `seen`: token from the preview, unchanged. `key`: idempotency key (UUID), new for each
 * submission.
 */
export type ConsoleAct = {
  readonly input: Readonly<Record<string, unknown>>
  readonly mode: 'read' | 'preview' | 'act'
  readonly expect?: string
  readonly seen?: string
  readonly key?: string
}

/**
 * Result of an operator action. `seen`: token of a preview, to be sent with the action; null if parts commit one by
 * one. `takesTwo`: why a second operator must approve. `proposal`: id of a proposal, if nothing was executed because
 * the action waits for approval, and whether the proposer may approve it now. `steps`: progress rows of a read action.
 */
export type ConsoleOutcome = {
  readonly input: Readonly<Record<string, unknown>>
  readonly output: unknown
  readonly seen: string | null
  readonly takesTwo: string | null
  readonly proposal: { readonly id: string; readonly why: string; readonly isYours: boolean } | null
  readonly steps: readonly unknown[]
  readonly meanwhile?: Meanwhile
}

/**
 * Line of a progress stream. Its `step` is defined by the action's `stream` schema; the last line holds the response
 * body and its status code.
 */
export type ConsoleLine =
  | { readonly step: { readonly done: number } }
  | { readonly code: number; readonly body: unknown }

export type Meanwhile = readonly { readonly at: string; readonly operator: string; readonly action: string }[]

/**
 * Current values that a form is filled with. `values`: keyed like the action's input; null if nothing is saved yet.
 * `expect`: version to send back with the edit. `meanwhile`: actions that others ran since this form was first loaded.
 */
export type ConsoleKept = {
  readonly values: Readonly<Record<string, unknown>> | null
  readonly expect: string
  readonly meanwhile: Meanwhile
}

/**
 * Refusal of an operator action. In `message`, `{name}` stands for an input field; `field` is the first of them.
 * `part`: wrong part of its value, such as the path of a setting. `outcome` is only set with `EffectsChanged`.
 */
export type ConsoleRefusal = {
  readonly status: ConsoleStatus
  readonly message: string
  readonly field: string | null
  readonly part?: string | null
  readonly requestId: string
  readonly retryAfterSeconds?: number
  /** Proof-of-work puzzle. The browser repeats the call with the solution in the header `work`. */
  readonly work?: WorkChallenge
  readonly outcome?: ConsoleOutcome
  readonly kept?: ConsoleKept
}

export type ConsoleInvitation = {
  readonly name: string
  readonly role: OperatorRole
  readonly totpSecret: string
  readonly totpUri: string
  readonly sealed: string
}

export type OperatorPasskeyRow = {
  readonly id: string
  readonly name: string
  readonly created: string
  readonly used: string | null
}
