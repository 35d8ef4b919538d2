import type { ErrorStatus } from './errors.ts'
import type { Localized } from './language.ts'
import type { OperatorRole } from './contract/operator/roles.ts'
import type { WorkChallenge } from './work-challenge.ts'

/** What the operator console and the server say to each other. Calls are JSON below this path, all but `me` by POST. */
export const consoleApi = '/console/api'
/** Below it, by language, kind and name: the page of a text as its draft has it, for a frame. */
export const textPreview = '/console/preview'
/** Below it, by language and plan: the page of prices with that plan alone, for a frame. */
export const planPreview = '/console/preview-plan'
/** The mail that a form posts, by language, for a frame. */
export const mailingPreview = '/console/preview-mailing'
/** Beside the session's cookie, on every POST: a form of another site cannot set it. */
export const consoleHeader = { name: 'x-csrf', value: '1' } as const
/** As `accept` of an act: long work tells how far it is, in lines of `ConsoleLine`; the last of them is the answer. */
export const progressType = 'application/x-ndjson'
/** On what a page asks again by itself: it does not count as use, so that a page that is left open ends as it should. */
export const pollHeader = { name: 'x-poll', value: '1' } as const
/** In which theme the document arrives: `light` or `dark`; absent: as the system says. */
export const themeCookie = 'console-theme'

/** What can go wrong only here: status → code of HTTP, and the sentence. */
export const consoleErrors = {
  NotSignedIn: { code: 401, en: 'Please sign in', 'zh-CN': '请先登录' },
  WrongOperatorSignIn: {
    code: 401,
    en: 'Name, secret or code is wrong, or the invitation is over',
    'zh-CN': '名称、口令或动态码不正确，或邀请已失效',
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
  OwnSecretNeeded: { code: 403, en: 'Choose a secret of your own first', 'zh-CN': '请先设置自己的口令' },
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

/** Who is signed in. `invited`: they choose a secret of their own before anything else. Times in ISO 8601. */
export type ConsoleMe = {
  readonly name: string
  readonly role: OperatorRole
  readonly invited: boolean
  /** Until when acts about money ask for no other code; null: it is over. */
  readonly factorUntil: string | null
  /** When this sign-in ends, however much it is used. */
  readonly endsAt: string
  readonly now: string
  readonly environment: 'DEV' | 'TEST' | 'PROD'
  readonly brand: Localized
}

/** `input`: as the registry declares it. `expect`: what the form was filled from. `seen`: what the preview gave, unchanged. `key`: a UUID for each press. */
export type ConsoleAct = {
  readonly input: Readonly<Record<string, unknown>>
  readonly mode: 'read' | 'preview' | 'act'
  readonly expect?: string
  readonly seen?: string
  readonly key?: string
}

/**
 * What came of it. `seen`: of a preview, to be sent back with the act; null where parts commit one by one. `takesTwo`: why
 * another operator will have to decide. `proposal`: nothing was done, and it waits for one. `steps`: what was reported meanwhile, of a read.
 */
export type ConsoleOutcome = {
  readonly input: Readonly<Record<string, unknown>>
  readonly output: unknown
  readonly seen: string | null
  readonly takesTwo: string | null
  readonly proposal: { readonly id: string; readonly why: string } | null
  readonly steps: readonly unknown[]
  /** With `EffectsChanged`: what was done since it was seen. */
  readonly meanwhile?: Meanwhile
}

/** How far long work is: the action's `stream` says of what. The last line has what the answer would have been alone, and its code. */
export type ConsoleLine =
  | { readonly step: { readonly done: number } }
  | { readonly code: number; readonly body: unknown }

/** Who did what about the same, the newest first; `at` in ISO 8601. */
export type Meanwhile = readonly { readonly at: string; readonly operator: string; readonly action: string }[]

/**
 * What a form is filled from. `values`: in the words of the input; null: nothing of it is kept yet. `expect`: goes back with what is
 * made of it. `meanwhile`: what was done since an earlier look.
 */
export type ConsoleKept = {
  readonly values: Readonly<Record<string, unknown>> | null
  readonly expect: string
  readonly meanwhile: Meanwhile
}

/** In `message`, `{name}` stands for a field of the input; `field` is the first of them. `outcome`: with `EffectsChanged`. */
export type ConsoleRefusal = {
  readonly status: ConsoleStatus
  readonly message: string
  readonly field: string | null
  readonly requestId: string
  readonly retryAfterSeconds?: number
  /** The same call counts once more with the solved puzzle in the header `work`. */
  readonly work?: WorkChallenge
  readonly outcome?: ConsoleOutcome
  /** With `EditedMeanwhile`: what it is now. */
  readonly kept?: ConsoleKept
}

/** A passkey in an operator's own page; times in ISO 8601. */
export type OperatorPasskeyRow = {
  readonly id: string
  readonly name: string
  readonly created: string
  readonly used: string | null
}
