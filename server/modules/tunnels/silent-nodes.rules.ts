/** A node asks for its users once a minute; after this silence it counts as down. */
export const nodeSilenceMs = 5 * 60_000

type Seen = { readonly name: string; readonly enabled: boolean; readonly seenAt: Date | null }

/** Enabled nodes that stopped calling. A node that has never called is still being set up. */
export const findDown = <N extends Seen>(nodes: readonly N[], now: Date): (N & { readonly seenAt: Date })[] =>
  nodes.filter(
    (node): node is N & { readonly seenAt: Date } =>
      node.enabled && node.seenAt !== null && now.getTime() - node.seenAt.getTime() > nodeSilenceMs,
  )
