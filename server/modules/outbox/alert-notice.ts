import { alertWordsEn } from '#shared/alert-words.en.ts'
import { alertWordsZh } from '#shared/alert-words.zh-cn.ts'
import { alertsPage, countOf, type AlertFacts, type AlertKind } from '#shared/alert-kinds.ts'
import type { Language } from '#shared/language.ts'
import { alertNames } from './alert-names.ts'
import type { MailText } from './code-and-security-texts.ts'

/** Alerts for operators, grouped by kind. Contains no data of customers. */
export type AlertNotice = {
  readonly kind: 'alerts'
  /** True if the alerts were collected in quiet hours or since the last digest. */
  readonly isDigest: boolean
  /** Time zone that the operator has chosen for notifications. */
  readonly timeZone: string
  readonly groups: readonly {
    readonly kind: AlertKind
    readonly count: number
    readonly named: readonly (AlertFacts & { readonly id: string; readonly isOver: boolean })[]
  }[]
  readonly isTest?: true
}

const words = {
  en: {
    of: alertWordsEn,
    heading: (title: string, count: number) => (count === 1 ? title : `${title}: ${count.toLocaleString('en')}`),
    several: (count: number) => `${count.toLocaleString('en')} alerts`,
    digest: (count: number) =>
      `Since the last summary: ${count.toLocaleString('en')} ${count === 1 ? 'alert' : 'alerts'}`,
    lead: 'Something in the shop needs attention. Nobody has acknowledged it yet.',
    digestLead: 'Alerts from your quiet hours, or since the last summary.',
    over: 'Resolved or acknowledged:',
    more: (count: number) => `And ${count.toLocaleString('en')} more.`,
    test: 'Test of notifications',
    testLead: 'You asked for this sample. Alerts look like this.',
    action: 'Open the alerts',
    why: 'Choose your alerts and their times in the console, under System › My notifications.',
  },
  'zh-CN': {
    of: alertWordsZh,
    heading: (title: string, count: number) => (count === 1 ? title : `${title}：${count.toLocaleString('zh-CN')} 项`),
    several: (count: number) => `${count.toLocaleString('zh-CN')} 条提醒`,
    digest: (count: number) => `汇总：${count.toLocaleString('zh-CN')} 条提醒`,
    lead: '有事情需要处理，目前还没有人确认。',
    digestLead: '以下是免打扰时段内或上次汇总以来的提醒。',
    over: '已结束或已确认：',
    more: (count: number) => `另外还有 ${count.toLocaleString('zh-CN')} 条。`,
    test: '通知测试',
    testLead: '这是你要求发送的示例，提醒会以这种方式送达。',
    action: '查看提醒',
    why: '接收哪些提醒、何时接收，可以在控制台的“系统 › 我的通知”里设置。',
  },
}

/** Text of an alert mail. The shop's name is added to the subject later. */
export function alertMailText(
  { groups, isDigest, isTest, timeZone }: AlertNotice,
  language: Language,
): Omit<MailText, 'subject'> {
  const t = words[language]
  const names = alertNames(language, timeZone)
  const count = groups.reduce((sum, group) => sum + group.count, 0)
  const [first] = groups
  const more = (rest: number, title: string) => (rest > 0 ? [`${title}: ${t.more(rest)}`] : [])
  const heading = isTest
    ? t.test
    : isDigest
      ? t.digest(count)
      : groups.length === 1 && first
        ? t.heading(t.of[first.kind].title, first.count)
        : t.several(count)
  return {
    heading,
    lead: isTest ? t.testLead : isDigest ? t.digestLead : t.lead,
    notes: [
      ...groups.flatMap(({ kind, count: all, named }) => [
        ...named.map((facts) => `${facts.isOver ? `${t.over} ` : ''}${t.of[kind].line(facts, names)}`),
        ...more(all - named.reduce((sum, facts) => sum + countOf(facts), 0), t.of[kind].title),
      ]),
      t.why,
    ],
    action: t.action,
    page: alertsPage,
  }
}
