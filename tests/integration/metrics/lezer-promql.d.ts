// Types used by these tests. The package's own types require packages that we do not install.
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
