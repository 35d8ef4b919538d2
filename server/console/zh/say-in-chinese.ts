import { alertWordsZh } from '#shared/alert-words.zh-cn.ts'
import { houseSentences } from './house-sentences.ts'
import { moneySentences } from './money-sentences.ts'
import { peopleSentences } from './people-sentences.ts'

export const sentences: Readonly<Record<string, string>> = { ...peopleSentences, ...moneySentences, ...houseSentences }

/** Complete output values that are not enumerated in the registry. */
const wholes: Readonly<Record<string, string>> = {
  'no provider': '（未对接任何面板）',
  'not checked: no node is configured for its chain; it is looked up once one is':
    '未核对：该链未配置节点，配置后会自动核对',
}

/** Translatable values that the code fills into sentences. */
const words: Readonly<Record<string, string>> = {
  'more is a slip of the finger': '再多就是误操作',
  'an owner or finance gives more': '更多须由财务或所有者给',
  viewer: '只读',
  support: '客服',
  finance: '财务',
  owner: '所有者',
  counted: '有效',
  refused: '已拒绝',
  held: '待定',
  prepared: '已准备',
  approved: '已批准',
  paid: '已打款',
  cancelled: '已取消',
  'not to be sent': '现在不能打款',
  'named twice': '重复出现',
  'another token': '代币不符',
  'another address': '收款地址不符',
  'another amount': '金额不符',
  'another chain': '链不符',
  'a cell too many': '多出内容',
  'of another chain': '不是这条链上的',
  'no contract is known': '该链的 USDT 合约未配置，无法核对',
  waiting: '等待中',
  sending: '发送中',
  paused: '已暂停',
  stopped: '已停止',
  done: '已完成',
}

/** Translations of `must` phrases, which follow "{field} is". */
const musts: readonly (readonly [RegExp, string])[] = [
  [/^a whole number from (\d+) to (\d+)$/, '须为 $1 到 $2 的整数'],
  [/^a whole number from (\d+), and at most (\d+) days in all$/, '须为不小于 $1 的整数，合计最多 $2 天'],
  [/^at most ([\d,]+) (?:characters|signs)$/, '最多 $1 个字'],
  [/^a date like (\S+)(?: .*)?$/, '须为日期，如 $1'],
  [/^a month like (\S+)$/, '须为月份，如 $1'],
  [/^like (\S+)(?: or (\S+))?$/, '须形如 $1'],
  [/^one of "[^"]+"$/, '须为列表中的一项'],
  [
    /^not allowed to hold an email address, a phone number or a wallet address[.] Write “user 123456789” for a person$/,
    '不能包含邮箱、电话号码或钱包地址。提到某人时请写“用户 123456789”',
  ],
  [
    /^not allowed to name a person: “(.+)” is a name, a device or a code of an account[.] Write “user 123456789” instead$/,
    '不能写出某人的名称：“$1”是某个账号的用户名、设备名或邀请码。请改写为“用户 123456789”',
  ],
  [/^one of (.+)$/, '须为其中之一：$1'],
]

type Template = {
  readonly pattern: RegExp
  readonly order: readonly string[]
  readonly chinese: string
  readonly weight: number
}
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

function templateOf([english, chinese]: readonly [string, string]): Template {
  const parts = english.split(/(\{\d+\})/)
  const literal = parts.filter((part) => !/^\{\d+\}$/.test(part))
  return {
    pattern: new RegExp(`^${parts.map((part) => (/^\{\d+\}$/.test(part) ? '([^]*?)' : escaped(part))).join('')}$`),
    order: parts.filter((part) => /^\{\d+\}$/.test(part)),
    chinese,
    weight: literal.join('').length,
  }
}

/** Most specific templates first. */
let known: readonly Template[] | undefined
const templates = (): readonly Template[] =>
  (known ??= Object.entries(sentences)
    .map(templateOf)
    .toSorted((a, b) => b.weight - a.weight))

/** Chinese for a sentence of the registry; unknown ones stay English. */
export function sayInChinese(english: string): string {
  const ownWord = Object.hasOwn(words, english) ? words[english] : undefined
  if (ownWord !== undefined) return ownWord
  for (const { pattern, order, chinese } of templates()) {
    const found = pattern.exec(english)
    if (!found) continue
    const filled = new Map(order.map((slot, index) => [slot, sayInChinese(found[index + 1] ?? '')]))
    return chinese.replaceAll(/\{\d+\}/g, (slot) => filled.get(slot) ?? '')
  }
  return sayOfField(english) ?? english
}

/** Translates "{field} is missing." and "{field} is …". */
function sayOfField(english: string): string | null {
  const [, field, fault] = /^\{(\w+)\} is ([^]+)\.$/.exec(english) ?? []
  if (field === undefined || fault === undefined) return null
  if (fault === 'missing') return `请填写 {${field}}。`
  const [pattern, chinese] = musts.find(([how]) => how.test(fault)) ?? []
  return pattern && chinese !== undefined
    ? `{${field}} ${fault.replace(pattern, chinese)}。`
    : `{${field}} 格式不正确，请检查后重新输入。`
}

/** Translations of short cell texts from `describeGoods` and the lists of groups and redeem codes. */
const cells: readonly (readonly [RegExp, string])[] = [
  [/^(\d+) months?$/, '$1 个月'],
  [/^(\d+) months? \+ (\d+) days?$/, '$1 个月，加赠 $2 天'],
  [/^(\d+) months?, (\d+) devices?$/, '$1 个月，$2 台设备'],
  [/^(\d+) months? \+ (\d+) days?, (\d+) devices?$/, '$1 个月加 $2 天，$3 台设备'],
  [/^(\d+) of (\d+)$/, '$1 / $2'],
  [/^(\d+) of (\d+) paid$/, '$2 席已付 $1 席'],
  [/ \(list ([^()]+)\)/g, '（原价 $1）'],
  [/^none$/, '无'],
]
/** Fields with such cells. Names and badges are operator input and stay unchanged. */
const described: readonly string[] = ['time', 'prices', 'groups', 'gives', 'seats', 'uses', 'redeemed']
const sayCell = (text: string): string => cells.reduce((said, [english, zh]) => said.replace(english, zh), text)

const spoken: readonly string[] = ['why', 'whyNow', 'refusal', 'follows']

/** Translates the alert kind in values like "node-down tokyo". */
const sayAlert = (text: string): string => {
  const [kind = '', ...subject] = text.split(' ')
  return isAlertKind(kind) ? [alertWordsZh[kind].title, ...subject].join(' ') : text
}
const isAlertKind = (kind: string): kind is keyof typeof alertWordsZh => Object.hasOwn(alertWordsZh, kind)
/** True for the old and new value of a changed plan field. */
const isOfPlan = (row: object, name: string): boolean =>
  (name === 'before' || name === 'after') && 'field' in row && described.includes(String(row.field))
function sayText(row: object, name: string, text: string): unknown {
  if (described.includes(name) || isOfPlan(row, name)) return sayCell(text)
  return name === 'what' ? sayAlert(text) : outputInChinese(text, spoken.includes(name))
}

const isLines = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

export function outputInChinese(value: unknown, isSpoken = false): unknown {
  if (typeof value === 'string') return isSpoken ? sayInChinese(value) : (wholes[value] ?? value)
  if (Array.isArray(value)) return value.map((each) => outputInChinese(each, isSpoken))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      typeof each === 'string'
        ? sayText(value, name, each)
        : isLines(each) && described.includes(name)
          ? each.map(sayCell)
          : outputInChinese(each, spoken.includes(name)),
    ]),
  )
}
