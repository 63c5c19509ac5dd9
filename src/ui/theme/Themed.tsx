import { FluentProvider, RendererProvider, type Theme, useFocusFinders } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { layeredStyles } from './layeredStyles';
import styles from './Themed.module.css';

/** One for the whole page: what it has written stays when the frame gives way to the locked screen. */
const renderer = layeredStyles();

/**
 * Fluent's focus manager lives as long as something uses it. A dialog that were its last user would take it away before
 * the page behind is shown to screen readers again.
 */
function FocusManager() {
  useFocusFinders();
  return null;
}

/** Draws what is inside it in a theme, on Fluent's components: the frame, and the pages that stand in its place. */
export function Themed({ theme, children }: { theme: Theme; children: ReactNode }) {
  return (
    <RendererProvider renderer={renderer}>
      <FluentProvider theme={theme} className={styles.provider}>
        <FocusManager />
        {children}
      </FluentProvider>
    </RendererProvider>
  );
}
