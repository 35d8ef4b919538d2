import { createElement, type ComponentType } from 'react'
import { lazyPart } from '#web/display/lazy-part.tsx'
import type { Sheet, SheetFacts } from '#web/payment/sign-in-sheet.ts'

const SignIn = lazyPart(() => import('#web/features/auth/sign-in-sheet.tsx'), {
  en: () => import('#text/en/site/sign-in.ts'),
  'zh-CN': () => import('#text/zh-CN/site/sign-in.ts'),
})

export type WithSheet<P> = Omit<P, 'sheet'> & SheetFacts

export const withSheet = <P extends { readonly sheet?: Sheet }>(Part: ComponentType<P>) =>
  function InSheet({ kinds, agreement, ...props }: WithSheet<P>) {
    return createElement(Part, { ...(props as unknown as P), sheet: { kinds, agreement, SignIn } })
  }
