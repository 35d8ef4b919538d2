import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { startTransition, useMemo, useState } from 'react'
import { BrowserRouter, Navigate, Route, Routes } from 'react-router'
import type { Language } from '#shared/language.ts'
import type { ShellTexts } from '#console/text/en/shell.ts'
import { writeStored } from '#ui/browser-storage.ts'
import { loadShellTexts, SpokenContext } from './client/language.ts'
import { LazyPage } from './client/lazy-page.tsx'
import { places } from './places.ts'
import { PageBoundary } from './shell/page-boundary.tsx'
import { SignInGate } from './shell/sign-in-gate.tsx'
import { Shell } from './shell/shell.tsx'

type Props = { readonly queries: QueryClient; readonly language: Language; readonly texts: ShellTexts }

const ownPage = { component: () => import('./shell/own-account.tsx'), isWordless: true }
const nowhere = { component: () => import('./shell/not-found.tsx'), isWordless: true }
const actionPage = { component: () => import('./act/action-page.tsx') }
const actionList = { component: () => import('./act/action-list.tsx') }

export function App({ queries, ...first }: Props) {
  const [{ language, texts }, setSpoken] = useState(first)
  const spoken = useMemo(
    () => ({
      language,
      t: texts,
      speak: (other: Language) => {
        writeStored('localStorage', 'language', other)
        document.cookie = `language=${other};path=/;max-age=31536000;samesite=lax`
        void loadShellTexts[other]().then((words) => {
          document.documentElement.lang = other
          // Shows the new language in a transition, so that the old text stays until lazy pages have loaded their new
          // text.
          startTransition(() => setSpoken({ language: other, texts: words }))
        })
      },
    }),
    [language, texts],
  )
  return (
    <SpokenContext value={spoken}>
      <PageBoundary>
        <QueryClientProvider client={queries}>
          <BrowserRouter>
            <SignInGate>
              <Routes>
                <Route path="/console" element={<Shell />}>
                  <Route index element={<Navigate to="/console/today" replace />} />
                  {places.map(({ name, page }) => (
                    <Route key={name} path={`${name}/*`} element={<LazyPage of={page} />} />
                  ))}
                  <Route path="me" element={<LazyPage of={ownPage} />} />
                  <Route path="actions" element={<LazyPage of={actionList} />} />
                  <Route path="actions/:name" element={<LazyPage of={actionPage} />} />
                  <Route path="*" element={<LazyPage of={nowhere} />} />
                </Route>
                <Route path="*" element={<Navigate to="/console" replace />} />
              </Routes>
            </SignInGate>
          </BrowserRouter>
        </QueryClientProvider>
      </PageBoundary>
    </SpokenContext>
  )
}
