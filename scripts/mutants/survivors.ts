/** A change that no unit test can or should notice. `from` and `to` are as `npm run mutants` prints them. */
export type Reason = { readonly file: string; readonly from: string; readonly to: string; readonly why: string }

export const reasons: readonly Reason[] = []
