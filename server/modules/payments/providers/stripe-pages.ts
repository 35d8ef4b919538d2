import { ProviderSilent } from './port.ts'

/** A page of a Stripe list. The answer may lack what its type promises. */
type Page<T> = { readonly data: readonly T[]; readonly has_more: boolean }
type Position = { readonly limit: number; readonly starting_after?: string }

/**
 * All pages of a list, the newest entries first. Throws ProviderSilent where a page does not say whether more follows, or says so and
 * leads nowhere: part of a list is never taken for the whole.
 */
export async function readPages<T extends { readonly id: string }>(
  what: string,
  read: (position: Position) => Promise<Page<T>>,
): Promise<T[]> {
  const all: T[] = []
  for (let after: string | undefined; ;) {
    const { data, has_more: hasMore } = await read({
      limit: 100,
      ...(after !== undefined && { starting_after: after }),
    })
    if (!Array.isArray(data) || typeof hasMore !== 'boolean') throw new ProviderSilent(`${what}: a page that is none`)
    all.push(...data)
    if (!hasMore) return all
    const last = data.at(-1)?.id
    if (last === undefined || last === after) throw new ProviderSilent(`${what}: a list that breaks off`)
    after = last
  }
}
