type Press = { readonly key: string; readonly isComposing: boolean; readonly keyCode: number }

/**
 * True for Enter, but not for the Enter that confirms a word of an input method (IME), which would send half-typed
 * text. Safari sends that one after the composition, so only its old key code 229 tells them apart.
 */
export const isEnter = ({ key, isComposing, keyCode }: Press): boolean =>
  key === 'Enter' && !isComposing && keyCode !== 229
