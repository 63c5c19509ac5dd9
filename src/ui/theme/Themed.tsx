import { FluentProvider, RendererProvider, type Theme, useFocusFinders } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { layeredStyles } from './layeredStyles';
import styles from './Themed.module.css';

/** One for the whole page, so that its rules stay when the locked screen replaces the frame. */
const renderer = layeredStyles();

/**
 * Keeps Fluent's focus manager in use. A dialog as its last user would remove it before the page behind is shown to
 * screen readers again.
 */
function FocusManager() {
  useFocusFinders();
  return null;
}

/** Provides a theme and Fluent's components to the frame and the pages that replace it. */
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
