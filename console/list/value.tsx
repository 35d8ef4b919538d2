import { plainText } from '#shared/plain-text.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type Localized, listComma } from '#shared/language.ts'
import { groupAddress, orderAddress, personAddress } from '#console/client/addresses.ts'
import { isActionName } from '#console/client/action-traits.ts'
import { countText, dateText, localMoments, uidText, type StatedSum, sumText } from '#console/client/display.ts'
import { isTranslatedWord, translateWords } from '#console/client/translated-words.ts'
import { useSpoken } from '#console/client/language.ts'
import { plainShape, type Shape } from '#console/client/shape.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Moment } from './age.tsx'

type Props = { readonly name: string; readonly shape: Shape | undefined; readonly value: unknown }

const orders = new Set(['number', 'order'])
/** Fields that hold a day or a month of the shop's calendar, and fields that list user ids. */
const dates = new Set(['day', 'date', 'period'])
const crowds = new Set(['people', 'linked'])
const isGroupCode = (value: unknown): value is string => typeof value === 'string' && /^[0-9A-Z]{11}$/.test(value)
const isUid = (value: unknown): value is number | string => /^[1-9]\d{8}$/.test(String(value))
const isOrderNumber = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9A-Z]{4}-?[0-9A-Z]{4,22}$/.test(value)

export function Value({ name, shape: given, value }: Props) {
  const { t, language } = useSpoken()
  const shape = plainShape(given)
  if (value === null || value === undefined || value === '') return <span className="faint">{shape?.none ?? '–'}</span>
  if (shape?.localized) return (value as Localized)[language]
  if (shape?.money) return <Sum of={value as StatedSum} />
  if (shape?.items?.money && Array.isArray(value))
    return value.map((sum) => sumText(sum as StatedSum, language)).join(listComma(language)) || '–'
  if (shape?.format === 'date-time' && typeof value === 'string') return <Moment at={value} />
  if (typeof value === 'boolean') return value ? t.list.yes : t.list.no
  if (holdsPerson(name) && isUid(value)) return <Named to={personAddress(value)}>{uidText(value)}</Named>
  if (orders.has(name) && isOrderNumber(value)) return <Named to={orderAddress(value)}>{value}</Named>
  if (name === 'group' && isGroupCode(value)) return <Named to={groupAddress(value)}>{value}</Named>
  if (typeof value === 'number') return <span className="nb">{countText(value)}</span>
  if (typeof value === 'string' && dates.has(name)) return <span className="nb">{dateText(value, language)}</span>
  if (typeof value === 'string' && crowds.has(name)) return <Crowd uids={value.split(/[, ]+/)} />
  if (typeof value === 'string' && (coded.has(name) || isTranslatedWord(name, shape)))
    return <Word name={name} kept={value} />
  if (typeof value === 'string' && value.includes('\n')) return <pre>{value}</pre>
  // Lets long tokens such as hashes break at any character.
  if (typeof value === 'string' && /\S{24}/.test(value)) return <span className="long">{value}</span>
  if (typeof value === 'string') return localMoments(value, language)
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object'))
    return <Several name={name} isKept={isTranslatedWord(name, shape)} values={value.map(String)} />
  return <Json value={value} />
}

/** Fields whose values are codes with a name of their own: payment providers, review reasons, actions, accounts. */
const coded = new Set(['provider', 'configured', 'reason', 'action', 'debit', 'credit'])

/**
 * Translated value such as a status. A kind of job and an action also show their name in code, which commands, filters
 * and logs use.
 */
function Word({ name: field, kept: word }: { name: string; kept: string }) {
  const { value, job, label, reason, way, language } = useVocabulary()
  const name = field !== 'action' ? job(word) : isActionName(word) ? label(word) : value(word)
  // A reason may also be a person's own words, which are shown as they are.
  if (field === 'reason') return reason(word) ?? (/^[a-z]+(_[a-z]+)+$/.test(word) ? value(word) : word)
  if (field === 'provider' || field === 'configured') return way(word) ?? word
  if (field === 'debit' || field === 'credit')
    return word
      .split(':')
      .map((part) => way(part) ?? value(part))
      .join(' · ')
  if (name === undefined || name === word) {
    const said = translateWords(word, (each) => value(each, field))
    return said === word ? localMoments(word, language) : said
  }
  return (
    <>
      {name}
      <small className="sub">{word}</small>
    </>
  )
}

/** Link whose text is an id, which must not break into two lines at its dashes. */
const Named = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link className="nb" to={to}>
    {children}
  </Link>
)

/** Joins several short values in one line; sentences and amounts get lines of their own. */
function Several({ name, isKept, values: given }: { name: string; isKept: boolean; values: readonly string[] }) {
  const { language } = useSpoken()
  const { value: word, field, way } = useVocabulary()
  const isWays = given.every((each) => way(each) !== undefined)
  const values =
    name === 'columns' || name === 'atLeast'
      ? given.map(field)
      : isKept
        ? given.map((each) => word(each, name))
        : given.map((each) => way(each) ?? each)
  if (values.length === 0) return <span className="faint">–</span>
  if (isWays || !values.some((value) => /[ ¥$]/.test(value))) return values.join(listComma(language))
  return (
    <ul>
      {values.map((value) => (
        <li key={value}>{value}</li>
      ))}
    </ul>
  )
}

/** Links to several people, or the text itself where it names none. */
const Crowd = ({ uids }: { uids: readonly string[] }) => (
  <span className="bar">
    {uids.map((uid) =>
      isUid(uid) ? (
        <Named key={uid} to={personAddress(uid)}>
          {uidText(uid)}
        </Named>
      ) : (
        uid
      ),
    )}
  </span>
)

export function Json({ value }: { value: unknown }) {
  const { t } = useSpoken()
  return (
    <details>
      <summary>{t.list.json}</summary>
      <pre>{plainText(JSON.stringify(value, null, 2))}</pre>
    </details>
  )
}

const fields = new Set(['uid', 'user', 'inviter', 'affiliate', 'creator', 'broughtBy'])

/** True if a field with this name holds a user id, which is not formatted as a number. */
export const holdsPerson = (name: string): boolean => fields.has(name)

export const Sum = ({ of }: { of: StatedSum }) => <span className="nb">{sumText(of, useSpoken().language)}</span>
