type Press = { readonly key: string; readonly isComposing: boolean; readonly keyCode: number }

/**
 * True for Enter, but not for the Enter that ends a word of an input method: it would send a half-typed text. Safari
 * sends that one after the composition, and only its old key code 229 tells it apart.
 */
export const isEnter = ({ key, isComposing, keyCode }: Press): boolean =>
  key === 'Enter' && !isComposing && keyCode !== 229
