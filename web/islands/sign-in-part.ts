import { createElement, type ComponentType } from 'react'
import { lazyPart } from '#web/display/lazy-part.tsx'
import type { Sheet, SheetFacts } from '#web/payment/sign-in-sheet.ts'

/** The sheet for an account, whose script is fetched when someone buys who is not signed in. */
const SignIn = lazyPart(() => import('#web/features/auth/sign-in-sheet.tsx'), {
  en: () => import('#web/text/en/sign-in.ts'),
  'zh-CN': () => import('#web/text/zh-CN/sign-in.ts'),
})

/** What an island gets as JSON is flat: with the sheet that its part shows over the page. */
export type WithSheet<P> = Omit<P, 'sheet'> & SheetFacts

export const withSheet = <P extends { readonly sheet?: Sheet }>(Part: ComponentType<P>) =>
  function InSheet({ kinds, agreement, ...props }: WithSheet<P>) {
    return createElement(Part, { ...(props as unknown as P), sheet: { kinds, agreement, SignIn } })
  }
