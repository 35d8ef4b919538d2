/** A node asks for its users once a minute; one that has not for so long is down. */
export const nodeSilenceMs = 5 * 60_000

type Seen = { readonly name: string; readonly enabled: boolean; readonly seenAt: Date | null }

/** Nodes that are on and do not call; one that has never called is set up still. */
export const findDown = <N extends Seen>(nodes: readonly N[], now: Date): (N & { readonly seenAt: Date })[] =>
  nodes.filter(
    (node): node is N & { readonly seenAt: Date } =>
      node.enabled && node.seenAt !== null && now.getTime() - node.seenAt.getTime() > nodeSilenceMs,
  )
