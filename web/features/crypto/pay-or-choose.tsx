import '#ui/textual.css'
import type { Language } from '#shared/language.ts'
import type { Money } from '#shared/money.ts'
import type { CryptoTexts } from '#text/en/site/crypto.ts'
import { Choose } from './choose.tsx'
import { orderPage } from './payment-ended.tsx'
import { restText, stillToSend, type CryptoPayment, type Network } from './base/crypto.queries.ts'
import { Pay } from './pay.tsx'
import type { PayAddress } from './address/pay-address.ts'
import { Progress } from './progress.tsx'
import type { Relay } from './wallet/open-pairing.ts'
import { useStart } from './use-start.ts'
import styles from './crypto-pay.module.css'

type Props = {
  readonly t: CryptoTexts
  readonly language: Language
  readonly base: string
  readonly askShort: string | null
  readonly goods: { readonly goodsId: string; readonly price: Money | undefined }
  readonly networks: readonly Network[]
  readonly relay: Relay | null
  readonly payment: CryptoPayment | undefined
  readonly unreachable: boolean
  readonly signedIn: boolean | null
  readonly address: PayAddress
  readonly onAddress: (change: Partial<PayAddress>) => void
  readonly choosing: boolean
  readonly onChoosing: (choosing: boolean) => void
  readonly sent: boolean
  readonly onSent: (isSent: boolean) => void
}

export function PayOrChoose(props: Props) {
  const {
    t,
    language,
    base,
    askShort,
    goods,
    networks,
    relay,
    payment,
    unreachable,
    signedIn,
    address,
    onAddress,
    choosing,
    onChoosing,
    sent,
    onSent,
  } = props
  const { start, busy, problem, setProblem } = useStart(t, base, goods, (orderId) => {
    onAddress({ orderId })
    onChoosing(false)
  })
  const chosen = payment?.deposits.find((each) => each.network === address.network && each.token === address.token)
  const deposit = chosen ?? payment?.deposits[0]

  if (payment && deposit && !choosing)
    return (
      <>
        <Pay
          key={deposit.address + deposit.token}
          t={t}
          language={language}
          askShort={askShort}
          payment={payment}
          deposit={deposit}
          network={networks.find(({ id }) => id === deposit.network)}
          relay={relay}
          sent={sent}
          onSent={onSent}
        >
          <Progress t={t} payment={payment} unreachable={unreachable} sent={sent} missing={restText(deposit)} />
        </Pay>
        {/* Once money has come, the rest must come over the same network and method. */}
        {stillToSend(deposit) === BigInt(deposit.amount) && !sent && (
          <p className={styles.other}>
            <button type="button" className="textual" onClick={() => onChoosing(true)}>
              {t.another}
            </button>
            <a className="link" href={orderPage(base, payment.orderId)}>
              {t.otherMethod}
            </a>
          </p>
        )}
      </>
    )

  const network = networks.find(({ id }) => id === address.network)
  const token = network?.tokens.find(({ id }) => id === address.token)
  const unsupported = network
    ? address.token !== null && !token && ({ at: 'token', text: t.errors.unsupported } as const)
    : address.network !== null && ({ at: 'network', text: t.errors.unsupported } as const)

  function refuse(at: 'network' | 'token', text: string) {
    setProblem({ at, text })
    document.getElementById(`${at}s`)?.focus()
  }
  function submit() {
    if (!network) refuse('network', t.errors.noNetwork)
    else if (!token) refuse('token', t.errors.noToken)
    else start({ orderId: address.orderId, network: network.id, token: token.id })
  }
  return (
    <>
      <Choose
        t={t}
        networks={networks}
        network={network}
        token={token?.id}
        problem={problem ?? (unsupported || null)}
        busy={busy}
        signedIn={signedIn}
        onNetwork={(id) => {
          setProblem(null)
          const keeps = networks.find((each) => each.id === id)?.tokens.some((each) => each.id === address.token)
          onAddress({ network: id, ...(!keeps && { token: null }) })
        }}
        onToken={(id) => {
          setProblem(null)
          onAddress({ network: address.network, token: id })
        }}
        onSubmit={submit}
      />
      {payment && deposit && payment.state !== 'expired' && (
        <p className={styles.other}>
          <span className="dim">{t.keepsOld}</span>
          <button type="button" className="textual" onClick={() => onChoosing(false)}>
            {t.back}
          </button>
        </p>
      )}
    </>
  )
}
