import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { Control } from '#console/act/action-form.tsx'
import { ActPanel } from '#console/act/act-panel.tsx'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { FieldError } from '#console/frame/note.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import { Panel } from '#console/list/panel.tsx'
import type { TermsFormText } from '#console/text/en/places/terms-form.ts'
import type { AffiliateTerms } from '#shared/affiliate-terms.ts'
import { actsOf, readRiskTerms, riskRules } from '#shared/risk-rules.ts'
import { readTermsForm, writeTermsForm, type TermsFields, type TermsFault } from './terms-fields.ts'

type Texts = { readonly t: TermsFormText }

/** Publishes new terms of the affiliate programme. The form starts with the ones in force. */
export default function TermsForm({ t }: Texts) {
  const read = useRead('terms.list', {})
  return (
    <>
      <p className="crumb">
        <Link to="/console/affiliates/terms">{t.back}</Link>
      </p>
      <Reading of={read}>
        {({ terms, versions }) => {
          const inForce = terms as AffiliateTerms
          const newest = Math.max(inForce.version, ...versions.map(({ version }) => version))
          return <Form key={newest} t={t} terms={inForce} version={newest + 1} />
        }}
      </Reading>
    </>
  )
}

function Form({ t, terms, version }: Texts & { readonly terms: AffiliateTerms; readonly version: number }) {
  const [fields, setFields] = useState<TermsFields>(() =>
    writeTermsForm({ ...terms, since: new Date().toISOString().slice(0, 10) }),
  )
  const read = readTermsForm(fields, { ...terms, version })
  const initial = { file: fileOf(read.terms) }
  const control: Control = ({ onChange }) => (
    <TermsControls
      t={t}
      terms={terms}
      fields={fields}
      faults={read.faults}
      onChange={(next) => {
        setFields(next)
        onChange(fileOf(readTermsForm(next, { ...terms, version }).terms))
      }}
    />
  )
  return (
    <Panel title={t.title(version)} note={t.note}>
      <div className="in">
        <ActPanel name="terms.publish" initial={initial} controls={{ file: control }} />
      </div>
    </Panel>
  )
}

/** Terms as the file that the action takes; undefined while a field is wrong, so that the form cannot be sent. */
const fileOf = (terms: AffiliateTerms | null) =>
  terms === null ? undefined : { name: 'terms', content: JSON.stringify(terms) }

type ControlsProps = Texts & {
  readonly terms: AffiliateTerms
  readonly fields: TermsFields
  readonly faults: Readonly<Record<string, TermsFault>>
  readonly onChange: (fields: TermsFields) => void
}

function TermsControls({ t, terms, fields, faults, onChange }: ControlsProps) {
  const { reason, value: word } = useVocabulary()
  const set = (name: string, text: string) => onChange({ ...fields, [name]: text })
  const input = (name: string, label: string, hint?: string) => (
    <Line
      key={name}
      name={name}
      label={label}
      hint={hint}
      value={fields[name] ?? ''}
      error={faults[name] && t.faults[faults[name]]}
      onChange={(text) => set(name, text)}
    />
  )
  const count = Number(fields.tiers)
  const { acts } = readRiskTerms(terms.risk)
  const removeLast = () =>
    onChange(
      Object.fromEntries(
        Object.entries({ ...fields, tiers: String(count - 1) }).filter(
          ([name]) => !name.startsWith(`tier${count - 1}.`),
        ),
      ),
    )
  return (
    <>
      {input('since', t.since, t.sinceHint)}
      {Array.from({ length: count }, (_, index) => (
        <div key={index} role="group" aria-label={t.tier(index + 1)} className="tier">
          <b>{t.tier(index + 1)}</b>
          {terms.tiers[index] === undefined && input(`tier${index}.id`, t.id, t.idHint)}
          {input(`tier${index}.en`, t.nameEn)}
          {input(`tier${index}.zh`, t.nameZh)}
          {index > 0 && input(`tier${index}.from`, t.from)}
          {input(`tier${index}.first`, t.first)}
          {input(`tier${index}.renewal`, t.renewal)}
          {input(`tier${index}.reserve`, t.reserve, t.reserveHint)}
          {input(`tier${index}.reserveDays`, t.reserveDays)}
          {index > 0 && (
            <label className="flag">
              <input
                type="checkbox"
                checked={fields[`tier${index}.byOperator`] === 'yes'}
                onChange={({ target }) => set(`tier${index}.byOperator`, target.checked ? 'yes' : '')}
              />
              <span>{t.byOperator}</span>
            </label>
          )}
        </div>
      ))}
      <div className="bar">
        <button type="button" className="btn q" onClick={() => set('tiers', String(count + 1))}>
          {t.addTier}
        </button>
        {count > 1 && (
          <button type="button" className="lnk" onClick={removeLast}>
            {t.removeTier(count)}
          </button>
        )}
      </div>
      {input('holdDays', t.holdDays)}
      {input('minPayout', t.minPayout)}
      {input('attributionDays', t.attributionDays)}
      {input('trialMinutes', t.trialMinutes)}
      {input('refer', t.refer)}
      {input('cny', t.cny, t.cnyHint)}
      <details className="more">
        <summary>{t.longer}</summary>
        {input('newMonths', t.newMonths, t.longerHint)}
        {input('newDays', t.newDays)}
        {input('cardPercent', t.cardPercent)}
        {input('cardDays', t.cardDays)}
      </details>
      <details className="more">
        <summary>{t.risk}</summary>
        {riskRules.map((rule) => (
          <RiskChoice
            key={rule}
            label={reason(rule) ?? t.rules[rule]}
            value={fields[`risk.${rule}`] ?? acts[rule]}
            options={actsOf(rule).map((act) => ({ value: act, label: t.acts[act] ?? word(act) }))}
            onChange={(act) => set(`risk.${rule}`, act)}
          />
        ))}
        {input('refundOrders', t.refundOrders)}
        {input('disputeOrders', t.disputeOrders)}
        {input('disputePercent', t.disputePercent)}
        {input('jumpFriends', t.jumpFriends)}
      </details>
    </>
  )
}

type LineProps = {
  readonly name: string
  readonly label: string
  readonly hint: string | undefined
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}

function Line({ name, label, hint, value, error, onChange }: LineProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        className="in-t"
        id={id}
        name={name}
        type={name === 'since' ? 'date' : 'text'}
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        aria-describedby={[error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`} text={error} />}
    </div>
  )
}

type ChoiceProps = {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
}

const RiskChoice = ({ label, value, options, onChange }: ChoiceProps) => (
  <label className="field">
    <span>{label}</span>
    <select className="sel" value={value} onChange={({ target }) => onChange(target.value)}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  </label>
)
