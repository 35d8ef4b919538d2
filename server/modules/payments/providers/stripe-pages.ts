import { ProviderSilent } from './port.ts'

/** Page of a Stripe list. Answers may lack what their type promises. */
type Page<T> = { readonly data: readonly T[]; readonly has_more: boolean }
type Position = { readonly limit: number; readonly starting_after?: string }

/**
 * Reads all pages of a list, newest entries first. Throws ProviderSilent if a page does not say whether more follow, or
 * announces more without any: a partial list never counts as complete.
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
