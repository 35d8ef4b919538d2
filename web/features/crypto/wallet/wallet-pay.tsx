import '#ui/textual.css'
import { useEffect } from 'react'
import { FieldError } from '#ui/field-error.tsx'
import type { CryptoTexts } from '#text/en/site/crypto.ts'
import type { Deposit, Network } from '#web/features/crypto/base/crypto.queries.ts'
import { amountText } from '#web/display/token-amount.ts'
import { useWallet, type ConnectionProblem } from './use-wallet.ts'
import { useWalletPayment, type SendingProblem } from './use-wallet-payment.ts'
import { PairingPanel } from './pairing-panel.tsx'
import type { Relay } from './open-pairing.ts'
import { usePairing } from './use-pairing.ts'
import { WalletList } from './wallet-list.tsx'
import styles from './wallet.module.css'

type Props = {
  readonly t: CryptoTexts
  readonly orderId: string
  readonly deposit: Deposit
  readonly network: Network
  readonly amount: bigint
  readonly relay: Relay | null
  /** Called with true while a payment that the wallet has sent is under way, and with false otherwise. */
  readonly onSent: (isSent: boolean) => void
}

/** Pays from a browser wallet. Only the blockchain confirms the payment, never the wallet. */
export function WalletPay({ t, orderId, deposit, network, amount, relay, onSent }: Props) {
  const { wallets, connection, busy, problem: unconnected, setProblem, look, ...acts } = useWallet()
  const { connect, change, disconnect, reconnect } = acts
  const { step, hash, problem: unsent, setProblem: setUnsent, send, forget } = useWalletPayment(orderId, connection)
  const pairing = usePairing(relay, deposit.chainId, (wallet) => void connect(wallet))
  const units = (value: bigint) => `${amountText(value, deposit.decimals)} ${deposit.token}`

  const known = hash !== null && deposit.transfers.some(({ txHash }) => txHash.toLowerCase() === hash.toLowerCase())
  useEffect(() => {
    if (known) forget()
  })
  const isSent = step === 'sent'
  useEffect(() => {
    onSent(isSent)
    return () => onSent(false)
  }, [onSent, isSent])

  if (network.kind === 'tron') return <p className={styles.none}>{t.wallet.onTron}</p>

  const onOther = connection !== null && connection.chainId !== deposit.chainId
  const problem = unconnected ?? unsent
  const working =
    busy?.what === 'connecting'
      ? t.wallet.connecting(busy.name)
      : busy?.what === 'switching'
        ? t.wallet.switching
        : step === 'checking'
          ? t.wallet.checking
          : step === 'confirming'
            ? t.wallet.confirm
            : ''
  function retry() {
    setUnsent(null)
    void reconnect()
  }
  function pay() {
    if (!connection) setProblem('notConnected')
    else if (onOther) setUnsent({ kind: 'wrongNetwork' })
    else void send(deposit, amount)
  }
  return (
    <>
      {connection === null ? (
        <>
          <WalletList t={t} wallets={wallets} onConnect={(wallet) => void connect(wallet)} onLook={look} />
          {relay && <PairingPanel t={t} pairing={pairing} />}
        </>
      ) : (
        <div className={styles.connected}>
          <p>
            <b>{t.wallet.connected(connection.wallet.name)}</b>
            <span className="num dim">
              {connection.account.slice(0, 6)}…{connection.account.slice(-4)}
            </span>
          </p>
          <button type="button" className="btn quiet s" onClick={() => void disconnect()}>
            {t.wallet.disconnect}
          </button>
        </div>
      )}
      {onOther && (
        <div className={styles.strip}>
          <p>{t.wallet.onOther(network.name)}</p>
          <button type="button" className="btn s" onClick={() => void change(network)}>
            {t.wallet.switch(network.name)}
          </button>
        </div>
      )}
      {isSent ? (
        <div className={styles.sent}>
          <p>
            <b>{t.wallet.sent}</b> {t.wallet.sentHint}
          </p>
          <p className={`small num ${styles.hash}`}>
            {t.wallet.transaction} {hash}
          </p>
          <button type="button" className="textual" onClick={forget}>
            {t.wallet.again}
          </button>
        </div>
      ) : wallets.length === 0 && connection === null ? null : (
        <button
          type="button"
          className={connection === null ? 'btn wide quiet' : 'btn wide'}
          aria-busy={step !== 'idle' || undefined}
          disabled={amount === 0n}
          onClick={pay}
        >
          {t.wallet.send(units(amount))}
        </button>
      )}
      <p className={styles.working} role="status">
        {working}
      </p>
      {working !== '' && <div className="dashes" aria-hidden="true" />}
      {problem && (
        <div className={styles.problem} role="alert">
          <FieldError id="wallet-problem" text={refusalText(t, network, units, problem)} />
          {problem === 'connection' || (typeof problem === 'object' && problem.kind === 'connection') ? (
            <button type="button" className="btn quiet s" onClick={retry}>
              {t.errors.disconnectAndRetry}
            </button>
          ) : null}
        </div>
      )}
    </>
  )
}

/** Message for a wallet problem that says what to do. `units` formats a token amount. */
function refusalText(
  { errors }: CryptoTexts,
  network: Network,
  units: (baseUnits: bigint) => string,
  problem: ConnectionProblem | SendingProblem,
): string {
  if (typeof problem === 'object' && problem.kind === 'balance')
    return errors.balance(units(problem.has), units(problem.needs))
  const kind = typeof problem === 'object' ? problem.kind : problem
  if (kind === 'fee') return errors.fee(network.nativeSymbol)
  if (kind === 'wrongNetwork' || kind === 'unknownNetwork') return errors[kind](network.name)
  return errors[kind]
}
