import styles from './arrange.module.css';

/**
 * Layout classes: a line that wraps (`row`, right-aligned with `end`) or does not (`line`, with its ends apart `between`),
 * a column of a grid (`column`; `fields` with a larger gap; `middle` centred) or of the height that is left (`stack`, and
 * `fill` for what takes it), two columns (`pair`), a wide and a narrow column (`aside`), as many columns as fit (`tiles`),
 * entries with lines between them (`list`), padding above a table in a card (`inset`), a border (`box`), a grey ground
 * (`well`), a chevron at the end that leads on (`leads`) or folds what is below (`folds`), hidden on phones (`wideOnly`) or
 * on paper (`noPrint`).
 */
export const arrange = styles;
