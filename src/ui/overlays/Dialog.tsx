import {
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Dialog as FluentDialog,
} from '@fluentui/react-components';
import type { CSSProperties, ReactNode } from 'react';
import { Button, IconButton } from '../inputs/buttons';
import styles from './Dialog.module.css';
import { MessageBar } from './messages';

export interface DialogProps {
  title: string;
  /** Width in px, `20` or `70` percent of the screen, or all of it; on a phone all but the small ones fill the screen. */
  size: 350 | 400 | 600 | 1200 | '20' | '70' | 'full';
  /** Left out where leaving is not an answer: then neither Esc nor a cross closes. */
  onClose?(): void;
  closeLabel?: string;
  /** Buttons; the primary one last, at the far right. */
  footer?: ReactNode;
  /** At the left of the footer: what will change. */
  summary?: ReactNode;
  /** Beside the title. */
  aside?: ReactNode;
  children: ReactNode;
  /** `alert` interrupts: a click beside it does not close. */
  kind?: 'modal' | 'alert';
}

/** A command of a menu is gone together with the menu: behind it stands the button that opened that. */
function openerOf(active: Element | null | undefined) {
  const trigger = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return (trigger && active?.ownerDocument.getElementById(trigger)) || active;
}

/** What is to have the focus back now that a dialog goes, until it has it. */
let waiting: Element | undefined;

/**
 * Remembers what had the focus when the dialog came up and gives it back when it goes. React runs the returned function
 * before the element is removed, so the focus is moved once that is done. A dialog that comes up in the very moment in
 * which another one goes takes its place: the focus is its own until it goes, too.
 */
export function returnFocus(part: HTMLElement | null) {
  const opener = waiting ?? openerOf(part?.ownerDocument.activeElement);
  waiting = undefined;
  return () => {
    if (!(opener instanceof HTMLElement)) return;
    waiting = opener;
    queueMicrotask(() => {
      if (waiting !== opener) return;
      waiting = undefined;
      opener.focus();
    });
  };
}

const widths: { [size in DialogProps['size']]?: string } = {
  20: 'max(360px, 20vw)',
  70: 'max(360px, 70vw)',
  full: 'none',
};
const heights: { [size in DialogProps['size']]?: string } = { 70: styles.tall, full: styles.full };

/** Mounted when it opens and unmounted when it closes; its caller holds the state. */
export function Dialog({
  title,
  size,
  onClose,
  closeLabel,
  footer,
  summary,
  aside,
  children,
  kind = 'modal',
}: DialogProps) {
  const isSmall = size === 350 || size === 400;
  return (
    <FluentDialog open modalType={kind} onOpenChange={(_, { open }) => !open && onClose?.()}>
      <DialogSurface
        className={`${styles.dialog} ${heights[size] ?? ''} ${isSmall ? '' : styles.wide}`}
        style={{ '--width': widths[size] ?? `${size}px` } as CSSProperties}
      >
        <DialogBody className={styles.all}>
          {/* Not on the surface: Fluent merges refs there and forgets what they return. */}
          <div ref={returnFocus} className={styles.head}>
            <DialogTitle>{title}</DialogTitle>
            {aside}
          </div>
          <DialogContent className={styles.body}>{children}</DialogContent>
          {(footer || summary) && (
            <DialogActions fluid className={styles.foot}>
              <span className={styles.summary}>{summary}</span>
              {footer}
            </DialogActions>
          )}
          {/* Last in order, so that opening puts the focus on the first field. */}
          {onClose && closeLabel && (
            <IconButton icon="dismiss" label={closeLabel} className={styles.close} onClick={onClose} />
          )}
        </DialogBody>
      </DialogSurface>
    </FluentDialog>
  );
}

export interface ConfirmDialogProps {
  title: string;
  text: ReactNode;
  /** What exactly will be lost or moved. */
  detail?: ReactNode;
  danger?: boolean;
  /** A verb with its count: 删除 3 单. */
  confirmLabel: string;
  cancelLabel: string;
  /** A third answer, which loses nothing. */
  alternative?: { label: string; act(): void };
  /** More to fill in before the answer counts, e.g. the number of payments typed again. */
  children?: ReactNode;
  confirmDisabledReason?: string;
  size?: DialogProps['size'];
  busy?: boolean;
  onAnswer(isConfirmed: boolean): void;
}

/** 取消 comes first in order and so gets the focus: Enter pressed in haste destroys nothing. */
export function ConfirmDialog({
  title,
  text,
  detail,
  danger = false,
  confirmLabel,
  cancelLabel,
  alternative,
  children,
  confirmDisabledReason,
  size = 400,
  busy,
  onAnswer,
}: ConfirmDialogProps) {
  return (
    <Dialog
      title={title}
      size={size}
      kind="alert"
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>{cancelLabel}</Button>
          <Button
            tone={danger ? 'danger' : 'primary'}
            disabledReason={confirmDisabledReason}
            busy={busy}
            onClick={() => onAnswer(true)}
          >
            {confirmLabel}
          </Button>
          {alternative && (
            <Button tone="primary" onClick={alternative.act}>
              {alternative.label}
            </Button>
          )}
        </>
      }
    >
      <p>{text}</p>
      {detail && <MessageBar tone={danger ? 'danger' : 'info'}>{detail}</MessageBar>}
      {children}
    </Dialog>
  );
}
