import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { ActPanel } from '#console/act/act-panel.tsx'
import { readForm, shownSchema, type FormValues } from '#console/act/form-values.ts'
import { mayDo } from '#console/client/action-traits.ts'
import { useAddressValues } from '#console/client/address-values.ts'
import { ConsoleError, formatRefusal } from '#console/client/console-error.ts'
import { useSpoken } from '#console/client/language.ts'
import { runAction } from '#console/client/run-action.ts'
import { useMe } from '#console/client/session.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { Output } from '#console/client/wire.ts'
import { Note } from '#console/frame/note.tsx'
import { Panel } from '#console/list/panel.tsx'
import type { PanelWizardText } from '#console/text/en/places/panel-wizard.ts'
import { colon } from '#shared/language.ts'
import { useCopy } from '#ui/use-copy.ts'
import { KindChoice } from './kind-choice.tsx'

type Texts = { readonly t: PanelWizardText }
type Kind = keyof PanelWizardText['kinds']

const kinds = ['remnawave', 'marzban', 'webhook'] as const satisfies readonly Kind[]
const all = '/console/system/tunnels'
/** Secret that a new panel needs. A saved one may be left empty. */
const secretOf = { remnawave: 'apiToken', marzban: 'password', webhook: 'signingSecret' } as const
/** Fields that the form never asks for: the file is for the command line. */
const noFile = { file: undefined }
/** Fields that only make sense once a panel is saved. */
const onlySaved = { newFeedToken: undefined, previousSecret: undefined, noWebhookSecret: undefined }

/** Connects a panel or webhook by its fields, or changes one that is connected. */
export default function PanelWizard({ t }: Texts) {
  const { pathname } = useLocation()
  const [{ provider = '', kind }] = useAddressValues()
  const known = kinds.find((each) => each === kind)
  return (
    <>
      <p className="crumb">
        <Link to={all}>{t.back}</Link>
      </p>
      {pathname.endsWith('/edit') && known && provider !== '' ? (
        <Form key={provider} t={t} kind={known} provider={provider} />
      ) : (
        <NewPanel t={t} />
      )}
    </>
  )
}

function NewPanel({ t }: Texts) {
  const [kind, setKind] = useState<Kind>('remnawave')
  return (
    <>
      <Panel title={t.kind} note={t.kindNote}>
        <KindChoice label={t.kind} kinds={kinds} words={t.kinds} chosen={kind} onChoose={setKind} />
      </Panel>
      <Form key={kind} t={t} kind={kind} />
    </>
  )
}

type FormProps = Texts & { readonly kind: Kind; readonly provider?: string }

function Form({ t, kind, provider }: FormProps) {
  const [typed, setTyped] = useState<FormValues>({})
  const given = { kind, ...noFile, ...(provider === undefined ? onlySaved : { provider }) }
  return (
    <>
      <Panel title={provider ?? t.kinds[kind].name} note={provider === undefined ? t.secretsNote : t.savedNote}>
        <div className="in stack">
          <Before t={t} kind={kind} provider={provider ?? text(typed.provider)} />
          <ActPanel
            name="tunnels.set-provider"
            given={given}
            about={`wizard ${kind} ${provider ?? ''}`}
            requires={provider === undefined ? [secretOf[kind]] : []}
            initial={provider === undefined ? { serves: 'paid,trial' } : {}}
            onTyped={setTyped}
          />
        </div>
      </Panel>
      <TestConnection t={t} kind={kind} values={provider === undefined ? typed : { ...typed, provider }} />
    </>
  )
}

const text = (value: FormValues[string]): string => (typeof value === 'string' ? value.trim() : '')

/** Steps at the panel before the form is filled in. */
function Before({ t, kind, provider }: FormProps & { provider: string }) {
  const { acting } = useVocabulary()
  const { copied, copy } = useCopy()
  // The console may be at another host than the shop, which receives the webhooks.
  const { data } = useRead('tunnels.providers', {})
  const address = data && `${data.publicOrigin}/webhooks/tunnels/${provider === '' ? 'panel-one' : provider}`
  return (
    <>
      <ol className="stack">
        {t.kinds[kind].steps.map((step, index) => (
          <li key={step}>
            {index + 1}. {step}
          </li>
        ))}
      </ol>
      {kind === 'remnawave' && address && (
        <p>
          {t.notify} <code>{address}</code>{' '}
          <button type="button" className="lnk" onClick={() => void copy(address)}>
            {acting.copy}
          </button>{' '}
          <span role="status">{copied && acting.copied}</span>
        </p>
      )}
    </>
  )
}

type Answer = { readonly kind: 'ok' | 'stop'; readonly lines: readonly string[] }

/** Calls the panel with the values of the form, and says what happened. Nothing is saved. */
function TestConnection({ t, kind, values }: Texts & { readonly kind: Kind; readonly values: FormValues }) {
  const { t: shell, language } = useSpoken()
  const { role } = useMe()
  const { action, label, about, field, acting } = useVocabulary()
  const [isBusy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<(Answer & { readonly of: string }) | null>(null)
  // Values that the answer must belong to: an answer about other values would mislead.
  const of = JSON.stringify(values)
  if (!mayDo(role, 'tunnels.test-settings')) return null

  const test = async () => {
    const chosen = { ...values, kind }
    const { input, errors } = readForm(shownSchema(action('tunnels.test-settings').input, chosen), chosen, acting)
    const faults = Object.entries(errors).map(([name, fault]) => `${field(name)}${colon(language)}${fault}`)
    if (faults.length > 0) return setAnswer({ kind: 'stop', lines: faults, of })
    setBusy(true)
    try {
      const { output } = await runAction('tunnels.test-settings', { input, mode: 'act', key: crypto.randomUUID() })
      const { origin, works, says } = output as Output<'tunnels.test-settings'>
      setAnswer({ kind: works ? 'ok' : 'stop', lines: [`${origin}${colon(language)}${says}`], of })
    } catch (error) {
      if (!(error instanceof ConsoleError)) throw error
      setAnswer({ kind: 'stop', lines: [formatRefusal(error, shell, field)], of })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel title={label('tunnels.test-settings')} note={about('tunnels.test-settings')}>
      <div className="in stack">
        <div className="bar">
          <button
            type="button"
            className="btn q"
            disabled={isBusy}
            data-act="tunnels.test-settings"
            onClick={() => void test()}
          >
            {isBusy ? t.testing : label('tunnels.test-settings')}
          </button>
        </div>
        {answer?.of === of && (
          <Note kind={answer.kind} alert>
            {answer.lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Note>
        )}
      </div>
    </Panel>
  )
}
