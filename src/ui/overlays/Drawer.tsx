import { OverlayDrawer } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { IconButton } from '../inputs/buttons';
import styles from './Drawer.module.css';
import { useFocusManager } from './FocusManager';
import { returnFocus } from './focus';

export interface DrawerProps {
  label: string;
  closeLabel: string;
  children: ReactNode;
  onClose?(): void;
}

/** A sidebar above the page; open while it is mounted. */
export function Drawer({ label, closeLabel, children, onClose }: DrawerProps) {
  useFocusManager();
  return (
    <OverlayDrawer
      open
      className={styles.drawer}
      aria-label={label}
      onOpenChange={(_, { open }) => !open && onClose?.()}
    >
      {children}
      <span ref={returnFocus} />
      <IconButton icon="dismiss" label={closeLabel} className={styles.close} onClick={onClose} />
    </OverlayDrawer>
  );
}
