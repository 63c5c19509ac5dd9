/**
 * The shape of a text in another language: the same keys. A language with plural forms adds `_one` to a key: i18next
 * uses it where `count` is 1.
 */
export type Like<W> = { [K in keyof W]: W[K] extends string ? string : Like<W[K]> } & {
  [K in keyof W & string as W[K] extends string ? `${K}_one` : never]?: string;
};
/** The same for an incomplete language, whose `fallback` fills the gaps. */
export type PartlyLike<W> = { [K in keyof W]?: W[K] extends string ? string : PartlyLike<W[K]> } & {
  [K in keyof W & string as W[K] extends string ? `${K}_one` : never]?: string;
};
