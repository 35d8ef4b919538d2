import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { ActPanel } from '#console/act/act-panel.tsx'
import { useAddressValues } from '#console/client/address-values.ts'
import { useRead } from '#console/client/use-read.ts'
import type { Output } from '#console/client/wire.ts'
import { Note } from '#console/frame/note.tsx'
import { Panel } from '#console/list/panel.tsx'
import type { NodeWizardText } from '#console/text/en/places/node-wizard.ts'
import type { ConsoleOutcome } from '#shared/console.ts'
import { useCopy } from '#ui/use-copy.ts'
import { KindChoice } from './kind-choice.tsx'

type Texts = { readonly t: NodeWizardText }
type Kind = keyof NodeWizardText['kinds']
type Made = Output<'nodes.add'>

const inputs = {
  reality: { protocol: 'vless', security: 'reality' },
  tls: { protocol: 'vless', security: 'tls' },
  trojan: { protocol: 'trojan' },
  shadowsocks: { protocol: 'shadowsocks' },
} as const

const all = '/console/system/nodes'

/** Adds a VPN node in three steps, or creates a new install command for an existing node. */
export default function NodeWizard({ t }: Texts) {
  const { pathname } = useLocation()
  return (
    <>
      <p className="crumb">
        <Link to={all}>{t.back}</Link>
      </p>
      {pathname.endsWith('/install') ? <InstallAgain t={t} /> : <NewNode t={t} />}
    </>
  )
}

/** Output of an action; null while it waits for a second operator. */
const outputOf = ({ proposal, output }: ConsoleOutcome): unknown => (proposal ? null : output)

function NewNode({ t }: Texts) {
  const [kind, setKind] = useState<Kind>('reality')
  const [made, setMade] = useState<Made | null>(null)
  if (made) return <Install t={t} node={made.name} line={made.install} made={made} />
  return (
    <>
      <Panel title={t.protocol} note={t.protocolNote}>
        <KindChoice
          label={t.protocol}
          kinds={Object.keys(inputs) as Kind[]}
          words={t.kinds}
          chosen={kind}
          onChoose={setKind}
        />
      </Panel>
      <Panel title={t.node} note={t.nodeNote}>
        <div className="in">
          <ActPanel
            key={kind}
            name="nodes.add"
            given={inputs[kind]}
            about="wizard"
            initial={{ port: '443', serves: 'both', group: 'main' }}
            onDone={(answer) => setMade(outputOf(answer) as Made | null)}
          />
        </div>
      </Panel>
    </>
  )
}

function InstallAgain({ t }: Texts) {
  const [{ node = '' }] = useAddressValues()
  const [line, setLine] = useState<string | null>(null)
  if (line !== null) return <Install t={t} node={node} line={line} onAgain={() => setLine(null)} />
  return (
    <Panel title={t.install(node)} note={t.installNote}>
      <div className="in">
        <ActPanel
          name="nodes.install"
          given={{ node }}
          onDone={(answer) => setLine((outputOf(answer) as Output<'nodes.install'> | null)?.install ?? null)}
        />
      </div>
    </Panel>
  )
}

type InstallProps = Texts & {
  readonly node: string
  readonly line: string
  readonly made?: Made
  readonly onAgain?: () => void
}

function Install({ t, node, line, made, onAgain }: InstallProps) {
  const { copied, copy } = useCopy()
  return (
    <>
      <Panel title={t.install(node)} note={t.installNote}>
        <div className="in stack">
          <ol className="stack">
            {t.steps.map((step, index) => (
              <li key={step}>
                {index + 1}. {step}
              </li>
            ))}
          </ol>
          <p>
            <code className="line long">{line}</code>
          </p>
          <div className="bar">
            <button type="button" className="btn" onClick={() => void copy(line)}>
              {t.copy}
            </button>
            <span role="status">{copied && t.copied}</span>
          </div>
          <Answer t={t} node={node} {...(onAgain && { onAgain })} />
        </div>
      </Panel>
      {made && (
        <Panel title={t.hand} note={t.handNote}>
          <dl className="kv in">
            {(
              [
                [t.shop, shopOf(line)],
                [t.number, String(made.node)],
                [t.type, made.protocol],
                [t.token, made.nodeToken],
              ] as const
            ).map(([label, text]) => (
              <Fact key={label} label={label} text={text} />
            ))}
          </dl>
        </Panel>
      )}
    </>
  )
}

/** Address of the shop, from the install command. The console may be at another host, where nodes get no answer. */
const shopOf = (line: string): string => /https?:\/\/[^/\s]+/.exec(line)?.[0] ?? ''

const Fact = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <>
    <dt>{label}</dt>
    <dd>
      <code>{text}</code>
    </dd>
  </>
)

/** State of the node's installation, polled until the node has reported. */
function Answer({ t, node, onAgain }: Texts & { readonly node: string; readonly onAgain?: () => void }) {
  const [isOver, setOver] = useState(false)
  const { data } = useRead('nodes.list', {}, { every: () => (isOver ? null : 3_000) })
  const row = data?.nodes.find(({ name }) => name === node)
  const called = row?.called ?? null
  const isUsed = row?.install === ''
  // Time of the node's last report before the install command was used. That report came from the machine that ran the
  // node before.
  const [before, setBefore] = useState<string | null | undefined>()
  useEffect(() => {
    if (row === undefined) return
    if (!isUsed || before === undefined) setBefore(called)
    else if (called !== before) setOver(true)
  }, [row, isUsed, called, before])
  if (isOver)
    return (
      <Note kind="ok" alert>
        <p>{t.answered}</p>
        <Link to={all}>{t.seeAll}</Link>
      </Note>
    )
  if (row?.install === 'line_over')
    return (
      <Note kind="stop" alert>
        <p>{t.expired}</p>
        {onAgain && (
          <button type="button" className="lnk" onClick={onAgain}>
            {t.again}
          </button>
        )}
      </Note>
    )
  return (
    <div role="status">
      <Note kind="hold">{isUsed ? t.fetched : t.waiting}</Note>
    </div>
  )
}
