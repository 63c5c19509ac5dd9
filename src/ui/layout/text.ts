import styles from './text.module.css';

/**
 * Text classes: cut with an ellipsis (`ellipsis`), for screen readers only (`unseen`), small (`small`, and grey `caption`), filling
 * the line (`grow`), a button that looks like a link (`link`), a link around several texts (`block`), a plain button of an icon (`spot`), a link that is shown on focus (`skip`), main amounts
 * (`large`, and `total` in its own line), tones.
 */
export const text = styles;
