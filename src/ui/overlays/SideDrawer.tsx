import { DrawerBody, DrawerHeader, DrawerHeaderTitle, OverlayDrawer } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { IconButton } from '../inputs/buttons';
import { useFocusManager } from './FocusManager';
import { returnFocus } from './focus';
import styles from './SideDrawer.module.css';

export interface SideDrawerProps {
  title: string;
  closeLabel: string;
  children: ReactNode;
  onClose(): void;
}

/** A drawer at the end of the page, beside which the page can be used; open while it is mounted. Esc closes it. */
export function SideDrawer({ title, closeLabel, children, onClose }: SideDrawerProps) {
  useFocusManager();
  return (
    <OverlayDrawer
      open
      position="end"
      modalType="non-modal"
      className={styles.drawer}
      aria-label={title}
      onOpenChange={(_, { open }) => !open && onClose()}
    >
      <DrawerHeader>
        <DrawerHeaderTitle action={<IconButton icon="dismiss" label={closeLabel} onClick={onClose} />}>
          {title}
        </DrawerHeaderTitle>
        {/* Not on the surface, where Fluent ignores the function that the ref returns. */}
        <span hidden ref={returnFocus} />
      </DrawerHeader>
      <DrawerBody className={styles.body}>{children}</DrawerBody>
    </OverlayDrawer>
  );
}
