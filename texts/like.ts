/**
 * The shape of a text that another language fills: the same keys, whatever the words. A language that tells one from many
 * adds `_one` to a key: i18next takes that sentence where `count` is 1.
 */
export type Like<W> = { [K in keyof W]: W[K] extends string ? string : Like<W[K]> } & {
  [K in keyof W & string as W[K] extends string ? `${K}_one` : never]?: string;
};
/** The same for a language that is not complete: what it lacks is said in its `fallback`. */
export type PartlyLike<W> = { [K in keyof W]?: W[K] extends string ? string : PartlyLike<W[K]> } & {
  [K in keyof W & string as W[K] extends string ? `${K}_one` : never]?: string;
};
