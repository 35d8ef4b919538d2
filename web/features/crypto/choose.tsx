import '#ui/choice.css'
import { useId, type SubmitEvent } from 'react'
import { FieldError } from '#ui/field-error.tsx'
import type { CryptoTexts } from '#text/en/site/crypto.ts'
import type { Network } from './base/crypto.queries.ts'
import { NetworkMark } from './network-mark.tsx'
import { waitOf } from './base/units.ts'
import styles from './choose.module.css'

export type ChoiceProblem = { readonly at: 'network' | 'token' | null; readonly text: string }
type Props = {
  readonly t: CryptoTexts
  readonly networks: readonly Network[]
  readonly network: Network | undefined
  readonly token: string | undefined
  readonly problem: ChoiceProblem | null
  readonly busy: boolean
  readonly signedIn: boolean | null
  readonly onNetwork: (id: string) => void
  readonly onToken: (id: string) => void
  readonly onSubmit: () => void
}

/** Choice of network and token. */
export function Choose(props: Props) {
  const { t, networks, network, token, problem, busy, signedIn } = props
  const id = useId()
  const refused = (at: ChoiceProblem['at']) =>
    problem?.at === at && (
      <div role="alert">
        <FieldError id={`${id}-${at}`} text={problem.text} />
      </div>
    )
  const described = (at: 'network' | 'token') => (problem?.at === at ? `${id}-${at}` : undefined)
  const chosen = network?.tokens.find((each) => each.id === token)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    props.onSubmit()
  }
  return (
    <form className={styles.choose} method="post" noValidate onSubmit={submit}>
      <fieldset id="networks" tabIndex={-1} aria-describedby={described('network')}>
        <legend>
          <h2>{t.networkTitle}</h2>
        </legend>
        <p className="dim">{t.networkHint}</p>
        {refused('network')}
        <div className={styles.tiles}>
          {networks.map((each) => {
            const { unit, count } = waitOf(each.confirmations, each.blockSeconds)
            return (
              <label className={`choice ${styles.tile}`} key={each.id}>
                <input
                  type="radio"
                  name="network"
                  value={each.id}
                  checked={each.id === network?.id}
                  onChange={() => props.onNetwork(each.id)}
                />
                <i />
                <NetworkMark id={each.id} name={each.name} />
                <span>
                  <b>{each.name}</b>
                  <span className="small dim">{t.countsAfter[unit](count)}</span>
                </span>
              </label>
            )
          })}
        </div>
      </fieldset>
      <fieldset id="tokens" tabIndex={-1} aria-describedby={described('token')}>
        <legend>
          <h2>{t.tokenTitle}</h2>
        </legend>
        {!network && <p className="dim">{t.tokenFirst}</p>}
        {refused('token')}
        {network && (
          <div className={styles.tiles}>
            {network.tokens.map((each) => (
              <label className={`choice ${styles.tile}`} key={each.id}>
                <input
                  type="radio"
                  name="token"
                  value={each.id}
                  checked={each.id === token}
                  onChange={() => props.onToken(each.id)}
                />
                <i />
                <NetworkMark id={each.id} name={each.id} />
                <span>
                  <b>{each.id}</b>
                  {each.name !== each.id && <span className="small dim">{each.name}</span>}
                </span>
              </label>
            ))}
          </div>
        )}
      </fieldset>
      {refused(null)}
      <div className={styles.go}>
        <button type="submit" className="btn" aria-busy={busy || undefined}>
          {signedIn !== true && <span className={signedIn === null ? 'out' : undefined}>{t.loginFirst}</span>}
          {signedIn !== false && (
            <span className={signedIn === null ? 'in' : undefined}>
              {network && chosen ? t.getAddressFor(chosen.id, network.name) : t.getAddress}
            </span>
          )}
        </button>
        {busy && <div className="dashes" aria-hidden="true" />}
        <span className="vh" role="status">
          {busy ? t.gettingAddress : ''}
        </span>
      </div>
    </form>
  )
}
