/**
 * Names of the values that a template needs. `{amount}`: value. `{days:day|days}`: word by the number `days`.
 * `{field.amount}`: mention of an input field, which is no value.
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

/** Rejects missing and superfluous entries, and entries with other values or field mentions than the English one. */
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

/** Translation of a catalogue; differences from the English one do not compile. */
export const translation =
  <English>() =>
  <const Own>(own: Own & TranslationOf<English, Own>): Own =>
    own
