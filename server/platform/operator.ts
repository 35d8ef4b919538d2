/** Account of `operators`. The id identifies a person; names are for display only. */
export type Operator = { readonly id: string; readonly name: string }
