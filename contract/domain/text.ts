/** Words on screen, in every language the product speaks. */
/** The words that a field is declared in. Pure data and types: no React, no SQL, no package. */

export type Language = 'zh' | 'en';

export type Label = { zh: string; en: string };

/** What is said somewhere, as declarations write it. */
export type Text = readonly [zh: string, en: string];

export const label = (zh: string, en: string): Label => ({ zh, en });
