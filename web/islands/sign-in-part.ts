import { lazyPart } from '#web/display/lazy-part.tsx'

/** The sheet for an account, whose script is fetched when someone buys who is not signed in. */
export const SignIn = lazyPart(() => import('#web/features/auth/sign-in-sheet.tsx'), {
  en: () => import('#web/text/en/sign-in.ts'),
  'zh-CN': () => import('#web/text/zh-CN/sign-in.ts'),
})
