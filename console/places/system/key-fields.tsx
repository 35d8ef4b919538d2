import { useId } from 'react'
import {
  connectionFields,
  cryptoNetworkIds,
  cryptoPrefix,
  stripeEvents,
  type ConnectionField,
  type ConnectionId,
} from '#shared/connections.ts'
import { FieldError, Note } from '#console/frame/note.tsx'
import type { ConnectionsText } from '#console/text/en/places/connections.ts'

type Values = Readonly<Record<string, string>>
type Props = {
  readonly t: ConnectionsText
  readonly id: ConnectionId
  /** True if keys were saved before, so that an empty field keeps them. */
  readonly hasKeys: boolean
  readonly values: Values
  readonly onChange: (values: Values) => void
  /** Refusal of the server, with the name of the field that it concerns. */
  readonly wrong: { readonly field: string | null; readonly text: string } | undefined
}

/** Label of a connection's field. All EPay gateways share the same labels, and all networks. */
export const labelOf = (setting: string, t: ConnectionsText): string => t.fields[wordOf(setting)] ?? setting

/** Name under which the texts of a field are found. */
const wordOf = (setting: string): string => {
  const network = cryptoNetworkIds.find((id) => setting.startsWith(cryptoPrefix(id)))
  return network ? setting.replace(cryptoPrefix(network), 'CRYPTO_') : setting.replace(/^EPAY\d/, 'EPAY')
}

/** Inputs for the fields of a connection. Saved keys are never filled in. */
export const KeyFields = ({ t, id, hasKeys, values, onChange, wrong }: Props) => {
  const networkOf = ({ name }: ConnectionField) =>
    id === 'crypto' ? cryptoNetworkIds.find((network) => name.startsWith(cryptoPrefix(network))) : undefined
  const input = (field: ConnectionField) => (
    <KeyField
      key={field.name}
      t={t}
      field={field}
      hasKeys={hasKeys}
      value={values[field.name] ?? ''}
      error={wrong?.field === field.name ? wrong.text : undefined}
      onChange={(text) => onChange({ ...values, [field.name]: text })}
    />
  )
  return (
    <div className="setting-group">
      <p className="faint">{t.form.about}</p>
      {id === 'crypto' && <p className="faint">{t.form.crypto}</p>}
      {id === 'stripe' && (
        <p className="faint">
          {t.form.stripe} <code>{stripeEvents.join(', ')}</code>
        </p>
      )}
      {connectionFields[id].filter((field) => networkOf(field) === undefined).map(input)}
      {id === 'crypto' &&
        cryptoNetworkIds.map((network) => (
          <details key={network} className="more" open={wrong?.field?.startsWith(cryptoPrefix(network)) || undefined}>
            <summary>{t.networks[network]}</summary>
            {connectionFields[id].filter((field) => networkOf(field) === network).map(input)}
          </details>
        ))}
      {wrong && !connectionFields[id].some(({ name }) => name === wrong.field) && (
        <Note kind="stop" alert>
          {wrong.text}
        </Note>
      )}
    </div>
  )
}

type FieldProps = {
  readonly t: ConnectionsText
  readonly field: ConnectionField
  readonly hasKeys: boolean
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}

function KeyField({ t, field: { name, kind, isOptional, choices = [] }, hasKeys, value, error, onChange }: FieldProps) {
  const id = useId()
  const hint = t.hints[wordOf(name)]
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean).join(' ')
  const wiring = {
    id,
    name,
    'aria-describedby': described || undefined,
    'aria-invalid': error === undefined ? undefined : true,
    value,
  }
  const labelChoice = (choice: string) => t.choices[choice] ?? choice
  const isLong = kind === 'nodes' || kind === 'privateKey' || kind === 'publicKey' || name.endsWith('_KEY_FILE')
  const isHidden = kind === 'secret' && !/^EPAY\d_KEY_FILE$/.test(name)
  return (
    <div className="field">
      <label htmlFor={id}>
        {labelOf(name, t)} {isOptional && <span className="faint">({t.form.optional})</span>}{' '}
        <code className="faint">{name}</code>
      </label>
      {kind === 'choice' ? (
        <select className="sel" {...wiring} onChange={({ target }) => onChange(target.value)}>
          <option value="">{hasKeys ? t.form.unchanged : t.form.standard(labelChoice(choices[0] ?? ''))}</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {labelChoice(choice)}
            </option>
          ))}
        </select>
      ) : isLong && !isHidden ? (
        <textarea
          className="in-t"
          rows={kind === 'nodes' ? 2 : 4}
          spellCheck={false}
          autoComplete="off"
          {...wiring}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <input
          className="in-t"
          type={isHidden ? 'password' : kind === 'url' ? 'url' : 'text'}
          autoComplete={isHidden ? 'new-password' : 'off'}
          spellCheck={false}
          {...wiring}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      {hint && (
        <p className="hint faint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && <FieldError id={`${id}-error`} text={error} />}
    </div>
  )
}
