import { Popover, PopoverSurface } from '@fluentui/react-components';
import { useCallback } from 'react';
import { useFocusManager } from './FocusManager';
import { below, focusOpener } from './focus';
import type { PanelBelowProps } from './menus';
import styles from './PanelSurface.module.css';

/** `PanelBelow` itself, with the code of Fluent's popover. */
export function PanelSurface({ opener, focusTo = opener, label, children, onClose }: PanelBelowProps) {
  useFocusManager();
  // Not on the surface, where Fluent ignores the function that the ref returns.
  const end = useCallback(() => () => focusOpener(focusTo), [focusTo]);
  return (
    <Popover
      open
      trapFocus
      onOpenChange={(event, { open }) => {
        if (!open && !opener.contains(event.target as Node | null)) onClose();
      }}
      positioning={{ ...below, align: 'end', target: opener }}
    >
      <PopoverSurface className={styles.panel} aria-label={label}>
        {children}
        <span hidden ref={end} />
      </PopoverSurface>
    </Popover>
  );
}
