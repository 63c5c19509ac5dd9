import styles from './cells.module.css';

/**
 * Classes of a table: head, rows and their marks (`cells`: `data-late`, `data-muted`, `aria-selected` on a row); with
 * `items` the rows are three-line items on a phone, whose cells are placed by `phonePart`.
 */
export const cells = styles;

/** Its place in the three-line item of a row: name and amount, code and state, note and date. */
export type PhonePart = 'name' | 'amount' | 'code' | 'state' | 'note' | 'date';
