/** Who acts for the shop: an account of `operators`. Two persons are two ids; names are for people to read. */
export type Operator = { readonly id: string; readonly name: string }
