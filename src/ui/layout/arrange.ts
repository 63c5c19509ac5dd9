import styles from './arrange.module.css';

/**
 * Layout classes: a line that wraps (`row`, right-aligned with `end`) or does not (`line`), a column (`column`; `fields`
 * with a larger gap), two columns (`pair`), a wide and a narrow column (`aside`), padding above a table in a card (`inset`),
 * a border (`box`), hidden on phones (`wideOnly`).
 */
export const arrange = styles;
