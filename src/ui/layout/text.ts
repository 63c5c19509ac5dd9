import styles from './text.module.css';

/**
 * Classes for words that need no component: cut off at the edge (`ellipsis`), for screen readers alone (`unseen`), small
 * and grey (`caption`), taking the room that is left (`grow`), a button that looks like a link (`link`), amounts that matter (`large`, and `total` in a line of
 * its own), tones.
 */
export const text = styles;
