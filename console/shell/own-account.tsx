import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import type { OperatorPasskeyRow } from '#shared/console.ts'
import { getJson, postJson } from '#console/client/ask.ts'
import { ConsoleError } from '#console/client/console-error.ts'
import { useSpoken } from '#console/client/language.ts'
import { makePasskey, PasskeyLeft } from '#console/client/passkeys.ts'
import { withFactor } from '#console/client/run-action.ts'
import { useMe } from '#console/client/session.ts'
import { DataTable } from '#console/list/data-table.tsx'
import { Failure, Skeleton } from '#console/frame/query-state.tsx'
import { Head } from '#console/frame/head.tsx'
import { Moment } from '#console/list/age.tsx'
import { Panel } from '#console/list/panel.tsx'
import en from '#console/text/en/dialogs.ts'
import zh from '#console/text/zh-CN/dialogs.ts'

const texts = { en: en.passkeys, 'zh-CN': zh.passkeys }

const passkeys = {
  queryKey: ['passkeys'],
  queryFn: async () => (await getJson('passkeys')) as { readonly items: readonly OperatorPasskeyRow[] },
}

export default function OwnAccount() {
  const { t, language } = useSpoken()
  const words = texts[language]
  const { name, role } = useMe()
  const queries = useQueryClient()
  const known = useQuery(passkeys)
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const change = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setFault(null)
    try {
      await work()
      await queries.invalidateQueries({ queryKey: passkeys.queryKey })
    } catch (error) {
      if (error instanceof PasskeyLeft) setFault(t.passkey.left)
      else if (!(error instanceof ConsoleError)) throw error
      else if (error.status !== 'FactorNeeded') setFault(error.message || t.offline)
    } finally {
      setBusy(false)
    }
  }
  const add = (label: string) =>
    change(async () => {
      const options = (await withFactor(() => postJson('passkeys/new', {}))) as PublicKeyCredentialCreationOptionsJSON
      const response = await makePasskey(options)
      await withFactor(() => postJson('passkeys', { name: label, response }))
    })
  const remove = (id: string) => change(() => withFactor(() => postJson('passkeys/remove', { id })))
  return (
    <>
      <Head title={name} about={t.roles[role]} />
      <Panel title={words.title} foot={words.about}>
        {fault !== null && (
          <p className="in err" role="alert">
            {fault}
          </p>
        )}
        {known.data ? (
          <DataTable
            caption={words.title}
            rows={known.data.items}
            keyOf={({ id }) => id}
            none={words.none}
            columns={[
              { id: 'name', label: words.name, render: (row) => row.name },
              { id: 'created', label: words.created, render: ({ created }) => <Moment at={created} /> },
              { id: 'used', label: words.used, render: ({ used }) => (used === null ? '–' : <Moment at={used} />) },
            ]}
            renderActions={({ id }) => (
              <button type="button" className="lnk stop" disabled={busy} onClick={() => void remove(id)}>
                {words.remove}
              </button>
            )}
          />
        ) : known.error instanceof ConsoleError ? (
          <Failure error={known.error} retry={() => void known.refetch()} />
        ) : (
          <Skeleton />
        )}
        <AddPasskey busy={busy} onAdd={add} />
      </Panel>
    </>
  )
}

function AddPasskey({ busy, onAdd }: { busy: boolean; onAdd: (name: string) => Promise<void> }) {
  const words = texts[useSpoken().language]
  const id = useId()
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void onAdd(name.trim() || words.defaultName).then(() => setName(''))
  }
  return (
    <form className="in form" method="post" onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>{words.name}</label>
        <input
          id={id}
          className="in-t"
          maxLength={40}
          autoComplete="off"
          placeholder={words.defaultName}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <div className="bar">
        <button type="submit" className="btn" disabled={busy}>
          {words.add}
        </button>
      </div>
    </form>
  )
}
