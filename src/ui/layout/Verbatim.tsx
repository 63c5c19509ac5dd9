import { arrange } from './arrange';
import styles from './Verbatim.module.css';

/** Text of a program, such as a stack or JSON, line by line; a long one scrolls inside its box. */
export function Verbatim({ children, label }: { children: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys
    <section className={`${arrange.well} ${styles.verbatim}`} tabIndex={0} aria-label={label}>
      <pre>{children}</pre>
    </section>
  );
}
