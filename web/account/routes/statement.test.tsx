import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { Route, Routes, StaticRouter } from 'react-router'
import { expect, it } from 'vitest'
import { errorText } from '#shared/errors.ts'
import en from '#text/en/site/account.ts'
import zh from '#text/zh-CN/site/account.ts'
import { ApiError } from '#web/client/api-error.ts'
import { AccountContext } from '../account-context.ts'
import StatementRoute from './statement.tsx'

it.each([
  ['en', en],
  ['zh-CN', zh],
] as const)(
  'a payout statement that is refused with status 403 shows its picture, the reason and a way onward (%s)',
  async (language, t) => {
    const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } })
    const reason = errorText('NotAnAffiliate', language)
    await queryClient.prefetchQuery({
      queryKey: ['affiliate', 'statement', 'x'],
      queryFn: () => Promise.reject(new ApiError('NotAnAffiliate', reason, {}, null, {}, 403)),
    })
    const html = renderToStaticMarkup(
      <QueryClientProvider client={queryClient}>
        <AccountContext value={{ t, language }}>
          <StaticRouter location="/user/kol/statement/x">
            <Routes>
              <Route path="/user/kol/statement/:id" element={<StatementRoute />} />
            </Routes>
          </StaticRouter>
        </AccountContext>
      </QueryClientProvider>,
    )
    expect(html).toMatch(/^<div [^>]*role="alert"><svg .*<\/svg><h1>/)
    expect(html).toContain(`<h1>${t.noEntry.title}</h1><p class="lead">${reason}</p>`)
    expect(html).toContain('href="/user/kol"')
  },
)
