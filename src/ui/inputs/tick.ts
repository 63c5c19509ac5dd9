import styles from './tick.module.css';

/**
 * The look of a check box without the control: of the native one in a table's row, and of a row of a tree that says
 * itself whether it is checked. Fluent's Checkbox is five elements, in each of 200 rows.
 */
export const tick = styles.tick;
