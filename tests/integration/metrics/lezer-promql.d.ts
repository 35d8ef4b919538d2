// What is used of it. Its own types lead to packages that it asks its user to have, and which no file of ours names.
declare module '@prometheus-io/lezer-promql' {
  type Node = {
    readonly name: string
    readonly from: number
    readonly to: number
    readonly type: { readonly isError: boolean }
    readonly parent: Node | null
    readonly nextSibling: Node | null
    getChild(name: string): Node | null
  }
  type Tree = { iterate(visit: { enter: (at: { node: Node; name: string; from: number; to: number }) => void }): void }
  export const parser: { parse(text: string): Tree }
}
