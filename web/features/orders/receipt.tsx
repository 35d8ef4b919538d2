import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Language } from '#shared/language.ts'
import { Retry } from '#ui/retry.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast.ts'
import { ApiError } from '#web/client/api-error.ts'
import { api } from '#web/client/api.ts'
import { readPageData } from '#web/client/page-data.ts'
import { useSending } from '#web/forms/use-sending.ts'
import type { ReceiptTexts } from '#text/en/site/receipt.ts'
import { helpLink } from '#web/payment/help-link.ts'
import { receiptQuery } from './orders.queries.ts'
import { ReceiptSheet } from './receipt-sheet.tsx'
import styles from './receipt.module.css'

type Props = {
  readonly t: ReceiptTexts
  readonly language: Language
  readonly orderId: string
  readonly brand: string
}

/** Printable receipt of an order. Asks for the buyer's name once, before the first print. */
export default function Receipt({ t, language, orderId, brand }: Props) {
  const queryClient = useQueryClient()
  const query = receiptQuery(orderId, language)
  const { data, error, refetch } = useQuery(query)
  const nameId = useId()
  const [name, setName] = useState('')
  const { busy, send } = useSending(language, ({ message }) => {
    showToast({ kind: 'error', text: message, language })
    return 'taken'
  })
  const print = () =>
    send(async () => {
      const input = { orderId, buyerName: name }
      const printed = await api('/api/payment/payment_receipt_print', input, { handlesErrors: true })
      flushSync(() => queryClient.setQueryData(query.queryKey, printed))
      // Sets the document title, which browsers use as the file name of a PDF.
      const title = document.title
      document.title = t.savedAs(printed.number)
      globalThis.print()
      document.title = title
    })
  const isMissing = error instanceof ApiError && error.status === 'NotFound'
  return (
    <>
      {data ? (
        <>
          <div className={styles.tools}>
            {!data.buyer.isFixed && (
              <p className={styles.name}>
                <label htmlFor={nameId}>{t.name}</label>
                <input
                  id={nameId}
                  value={name}
                  onChange={(event) => setName(event.target.value)}
                  type="text"
                  maxLength={120}
                  autoComplete="organization"
                  aria-describedby={`${nameId}-hint`}
                />
                <span id={`${nameId}-hint`} className="small dim">
                  {t.nameHint}
                </span>
              </p>
            )}
            <button type="button" className="btn" aria-busy={busy || undefined} onClick={() => void print()}>
              {t.print}
            </button>
            <a className="btn quiet" href="/user/connect">
              {t.connect}
            </a>
            {data.inTheEndMinor > 0 && readPageData().supportInbox && (
              <a className="btn quiet" href={helpLink('/user/help', 'refund', data.orderNumber) ?? undefined}>
                {t.askRefund}
              </a>
            )}
          </div>
          <ReceiptSheet t={t} language={language} brand={brand} receipt={data} typedName={name.trim()} />
        </>
      ) : isMissing ? (
        <p role="alert">{t.missing}</p>
      ) : error ? (
        <Retry text={t.failed} label={t.retry} onRetry={() => void refetch()} />
      ) : (
        <Skeleton size="list" />
      )}
      <p className={styles.back}>
        <a className="link" href="/user/orders">
          {t.back}
        </a>
      </p>
    </>
  )
}
