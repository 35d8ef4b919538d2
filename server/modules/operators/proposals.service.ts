import type { Keyring } from '#server/platform/keyring.ts'

/** Encrypted contents of an open proposal. They may hold email addresses, names and files. */
export type Proposed = {
  readonly input: Readonly<Record<string, unknown>>
  /** Effects that the first operator saw in the preview. Newly generated values, such as keys, are left out. */
  readonly preview: unknown
}

export const proposalPurpose = (id: string): string => `operator proposal ${id}`

export const sealProposed = (keyring: Keyring, id: string, proposed: Proposed): Buffer =>
  keyring.seal(proposalPurpose(id), JSON.stringify(proposed))

export function openProposed(
  keyring: Keyring,
  { id, sealed }: { readonly id: string; readonly sealed: Buffer | null },
): Proposed | null {
  if (sealed === null) return null
  try {
    return JSON.parse(keyring.open(proposalPurpose(id), sealed)) as Proposed
  } catch {
    return null
  }
}

export const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []
