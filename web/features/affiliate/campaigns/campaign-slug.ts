const longest = 24

/**
 * Proposes the link ending of a new campaign from its name: Latin letters and digits of the name, or "link-3" if it has
 * none. Adds a number if the affiliate already has such a link.
 */
export function proposeSlug(name: string, taken: readonly (string | null)[]): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
  const wished = cut(words.replace(/^-/, ''), longest)
  const slug = wished.length < 2 ? `link-${taken.length + 1}` : wished
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '' : `-${number}`
    const tried = cut(slug, longest - ending.length) + ending
    if (!taken.includes(tried)) return tried
  }
}

const cut = (text: string, length: number): string => text.slice(0, length).replace(/-+$/, '')
