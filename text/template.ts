/**
 * Parameters that a template needs. `{amount}` inserts a value, `{days:day|days}` chooses a word by the number `days`,
 * and `{field.amount}` names an input field, which is no parameter.
 */
export type ParamNames<Template extends string> = Template extends `${string}{${infer Slot}}${infer Rest}`
  ? ParamName<Slot> | ParamNames<Rest>
  : never
type ParamName<Slot extends string> = Slot extends `field.${string}`
  ? never
  : Slot extends `${infer Name}:${string}`
    ? Name
    : Slot

type FieldMentions<Template extends string> = Template extends `${string}{field.${infer Name}}${infer Rest}`
  ? Name | FieldMentions<Rest>
  : never
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

/**
 * Type of a translation. It rejects missing and superfluous entries, and entries that mention other values or fields
 * than the English text.
 */
type TranslationOf<English, Own> = English extends string
  ? Own extends string
    ? Same<ParamNames<English>, ParamNames<Own>> extends true
      ? Same<FieldMentions<English>, FieldMentions<Own>> extends true
        ? string
        : { readonly mentions: FieldMentions<English> }
      : { readonly needs: ParamNames<English> }
    : string
  : {
      readonly [Key in keyof English]: Key extends keyof Own ? TranslationOf<English[Key], Own[Key]> : English[Key]
    } & {
      readonly [Key in Exclude<keyof Own, keyof English>]: never
    }

/**
 * Checks the translation of a catalogue at compile time: any difference in entries or values from the English one is an
 * error.
 */
export const translation =
  <English>() =>
  <const Own>(own: Own & TranslationOf<English, Own>): Own =>
    own
