import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ConsoleError, formatRefusal } from '#console/client/console-error.ts'
import { useAddressValues } from '#console/client/address-values.ts'
import { useSpoken } from '#console/client/language.ts'
import { runAction } from '#console/client/run-action.ts'
import { isRows, plainShape, type Shape } from '#console/client/shape.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { ReadName } from '#console/client/wire.ts'
import { Failure, Skeleton } from '#console/frame/query-state.tsx'
import { OutputView } from '#console/list/output-view.tsx'
import { SchemaTable } from '#console/list/schema-table.tsx'
import { ActionForm } from './action-form.tsx'
import { readForm, type FormErrors, type FormValue, type FormValues } from './form-values.ts'
import { SavedFiles } from './saved-files.tsx'

type Output = Readonly<Record<string, unknown>>
type Asked = Readonly<Record<string, unknown>>

/** Read actions whose stream consists of the rows of their list; streams of all others report progress. */
const reportsRows: readonly ReadName[] = ['crypto.sweep-list']

/** Form and result of a read action. Its input is in the URL, so that links can contain it. */
export function ReadPanel({ name }: { name: ReadName }) {
  const { t } = useSpoken()
  const { action, field, label, acting } = useVocabulary()
  const { input: schema, output: shape, saves = {}, stream } = action(name)
  const [address, setAddress] = useAddressValues()
  const addressed = fromAddress(schema, address)
  const [typed, setTyped] = useState<FormValues>({})
  const [errors, setErrors] = useState<FormErrors>({})
  // Runs the action at once if the URL has all required fields.
  const complete = readForm(schema, addressed, acting)
  const [sent, setSent] = useState<Asked | null>(null)
  const asked = sent ?? (Object.keys(complete.errors).length === 0 ? complete.input : null)
  const answer = useInfiniteQuery<Output, ConsoleError>({
    queryKey: ['read', name, asked, 'generic'],
    queryFn: async ({ pageParam }) => {
      const after = pageParam === null ? {} : { after: pageParam }
      const { output, steps } = await runAction(name, { input: { ...asked, ...after }, mode: 'read' })
      return { ...(output as Output), steps }
    },
    enabled: asked !== null,
    initialPageParam: null,
    getNextPageParam: ({ next }) => (schema.properties?.after ? next : null),
  })
  const fields = Object.keys(schema.properties ?? {}).filter((each) => each !== 'after')
  const atField = answer.error?.field ? { [answer.error.field]: formatRefusal(answer.error, t, field) } : {}
  return (
    <div className="stack">
      {fields.length > 0 && (
        <section className="panel">
          <div className="in">
            <ActionForm
              schema={schema}
              without={['after']}
              isRead
              values={{ ...addressed, ...typed }}
              errors={{ ...atField, ...errors }}
              refused={answer.error}
              onChange={(changed, value) => {
                setTyped({ ...typed, [changed]: value })
                setErrors({})
              }}
              onErrors={setErrors}
              onSubmit={(input) => {
                if (JSON.stringify(asked) === JSON.stringify(input)) void answer.refetch()
                setSent(input)
                setAddress(toAddress({ ...addressed, ...typed }))
              }}
            >
              <div className="bar">
                <button type="submit" className="btn" disabled={answer.isFetching}>
                  {answer.isFetching ? acting.looking : acting.look}
                </button>
              </div>
            </ActionForm>
          </div>
        </section>
      )}
      {asked !== null && !(answer.error?.field && fields.includes(answer.error.field)) && (
        <section className="panel" aria-live="polite">
          {answer.data ? (
            <>
              <SavedFiles saves={saves} output={merged(shape, answer.data.pages)} />
              <OutputView shape={shape} output={merged(shape, answer.data.pages)} without={Object.values(saves)} />
              {reportsRows.includes(name) && (
                <SchemaTable
                  caption={label(name)}
                  shape={{ items: stream ?? {} }}
                  rows={answer.data.pages.flatMap(({ steps }) => steps as readonly Output[])}
                />
              )}
            </>
          ) : answer.error ? (
            <Failure error={answer.error} retry={() => void answer.refetch()} />
          ) : (
            <Skeleton />
          )}
          {answer.hasNextPage && (
            <footer>
              <button
                type="button"
                className="btn q"
                disabled={answer.isFetchingNextPage}
                onClick={() => void answer.fetchNextPage()}
              >
                {answer.isFetchingNextPage ? t.list.loadingMore : t.list.more}
              </button>
            </footer>
          )}
        </section>
      )}
    </div>
  )
}

function merged(shape: Shape, pages: readonly Output[]): Output {
  const [first = {}] = pages
  const lists = Object.entries(shape.properties ?? {}).filter(([, each]) => isRows(plainShape(each)))
  return {
    ...first,
    ...Object.fromEntries(lists.map(([name]) => [name, pages.flatMap((page) => (page[name] ?? []) as unknown[])])),
  }
}

function fromAddress(schema: Shape, address: Readonly<Record<string, string>>): FormValues {
  const known = Object.entries(address).filter(([name]) => name !== 'after' && schema.properties?.[name])
  return Object.fromEntries(
    known.map(([name, text]): [string, FormValue] => [
      name,
      schema.properties?.[name]?.type === 'boolean' ? text === 'true' : text,
    ]),
  )
}

const toAddress = (values: FormValues): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'string' || value === true ? [[name, String(value)]] : [],
    ),
  )
