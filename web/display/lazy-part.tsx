import { Component, createElement, lazy, use, type ComponentType, type ReactNode } from 'react'
import type { Language } from '#shared/language.ts'
import { Retry } from '#ui/retry.tsx'
import { isReachable, onOnline, announceOffline } from '#web/client/connection.ts'
import { reportCaughtError } from '#web/client/caught-error.ts'
import { loadScript, ScriptMissing } from '#web/client/load-script.ts'
import { reloadKeepingInput } from '#web/client/reload-keeping-input.ts'

export type MissingPart = ComponentType<{ readonly error: ScriptMissing; readonly onRetry: () => void }>

/**
 * Loads the script of a part of the page when it is first rendered. After a failure the page reloads once; if that does
 * not help, `Missing` is shown with a retry button. Failures while offline are retried by themselves once the network
 * is back.
 */
export function lazySection<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  Missing: MissingPart = MissingLine,
) {
  const make = () => lazy(() => loadScript(load))
  let Part = make()
  const renew = () => {
    Part = make()
  }
  return function Section(props: P) {
    return (
      <Await missing={Missing} renew={renew}>
        {() => createElement(Part as ComponentType<P>, props)}
      </Await>
    )
  }
}

type AwaitProps = { readonly missing: MissingPart; readonly renew: () => void; readonly children: () => ReactNode }

class Await extends Component<AwaitProps, { readonly error: Error | null }> {
  override state = { error: null as Error | null }
  static getDerivedStateFromError = (error: Error) => ({ error })
  #stop: (() => void) | null = null

  override componentDidMount(): void {
    this.#stop = onOnline(() => {
      const { error } = this.state
      // Only failures while offline are retried by themselves. Others need a page reload, which the user must start.
      if (error instanceof ScriptMissing && error.missing === 'offline') this.#retry()
    })
  }
  override componentDidCatch(error: unknown): void {
    if (error instanceof ScriptMissing && error.missing === 'failed') reportCaughtError(error)
  }
  override componentWillUnmount(): void {
    this.#stop?.()
  }
  readonly #retry = (): void => {
    const { error } = this.state
    // Reloads the page if the site can be reached, because browsers retry a failed import only after a reload.
    if (error instanceof ScriptMissing && error.missing !== 'offline')
      return void isReachable().then((yes) => (yes ? reloadKeepingInput() : announceOffline()))
    this.props.renew()
    this.setState({ error: null })
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return <Drawn>{this.props.children}</Drawn>
    // Errors that are no missing script go to the surrounding error boundary.
    if (!(error instanceof ScriptMissing)) throw error
    return createElement(this.props.missing, { error, onRetry: this.#retry })
  }
}

const Drawn = ({ children }: { children: () => ReactNode }) => children()

const lines: Record<Language, { text: string; unreachable: string; failed: string; retry: string }> = {
  en: {
    text: 'This part can’t load now. We try again as soon as the network is back.',
    unreachable: 'This part didn’t load. Trying again reloads the page.',
    failed: 'This part didn’t load. That is on our side.',
    retry: 'Try again',
  },
  'zh-CN': {
    text: '这一块暂时加载不了，网一恢复会自动重试。',
    unreachable: '这一块没有加载出来，重试会刷新整个页面。',
    failed: '这一块没有加载出来，是我们这边的问题。',
    retry: '再试一次',
  },
}

const MissingLine: MissingPart = ({ error, onRetry }) => {
  const t = lines[pageLanguage()]
  return <Retry text={error.missing === 'offline' ? t.text : t[error.missing]} label={t.retry} onRetry={onRetry} />
}

type Worded<T> = { readonly t: T; readonly language: Language }

/** Lazy part with its own text catalogue, for the browser only. It keeps its state when the language changes. */
export function lazyPart<P extends Worded<T>, T>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  texts: Readonly<Record<Language, () => Promise<{ readonly default: T }>>>,
) {
  const fetched: Partial<Record<Language, Promise<T>>> = {}
  const failed = new Set<Language>()
  const speak = (language: Language) =>
    (fetched[language] ??= loadScript(texts[language]).then(
      ({ default: t }) => t,
      (error: unknown) => {
        failed.add(language)
        throw error
      },
    ))
  return lazySection<Omit<P, 't' | 'language'>>(async () => {
    // Failed text catalogues are fetched again only here: a retry during rendering would loop.
    for (const language of failed) delete fetched[language]
    failed.clear()
    const [{ default: Part }] = await Promise.all([load(), speak(pageLanguage())])
    return {
      default: function Worded(props) {
        const language = pageLanguage()
        return createElement(Part, { ...props, t: use(speak(language)), language } as unknown as P)
      },
    }
  })
}

const pageLanguage = (): Language => (document.documentElement.lang === 'en' ? 'en' : 'zh-CN')
