import styles from './arrange.module.css';

/**
 * Classes for how things stand to each other: in a line that wraps (`row`, at its end with `end`) or does not (`line`),
 * below each other (`column`; `fields` with the room that fields need), two side by side (`pair`), a wide part with a
 * narrow one beside it (`aside`); above a table that reaches its card's edges (`inset`), within a thin frame (`box`), or
 * only where the screen is wider than a phone (`wideOnly`).
 */
export const arrange = styles;
