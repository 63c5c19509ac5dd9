import {
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Dialog as FluentDialog,
} from '@fluentui/react-components';
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import { Button, IconButton } from '../inputs/buttons';
import { arrange } from '../layout/arrange';
import { text } from '../layout/text';
import styles from './Dialog.module.css';
import { useFocusManager } from './FocusManager';
import { returnFocus } from './focus';
import { MessageBar } from './MessageBar';
import { useUnanswered } from './unanswered';

export interface DialogProps {
  title: string;
  /** Width in px, `'20'` or `'70'` percent of the screen, or all of it; on a phone only 350 and 400 do not fill it. */
  size: 350 | 400 | 600 | 1200 | '20' | '70' | 'full';
  /** Omitted for a dialog that cannot be closed by Esc or a close button. */
  onClose?(): void;
  closeLabel?: string;
  /** Buttons, the primary one last. */
  footer?: ReactNode;
  /** At the left of the footer: the changes to be made. */
  summary?: ReactNode;
  /** Beside the title. */
  aside?: ReactNode;
  children: ReactNode;
  /** `alert` is not closed by a click outside. */
  kind?: 'modal' | 'alert';
}

const widths: { [size in DialogProps['size']]?: string } = {
  20: 'max(360px, 20vw)',
  70: 'max(360px, 70vw)',
  full: 'none',
};
const heights: { [size in DialogProps['size']]?: string } = { 70: styles.tall, full: styles.full };

/** Open while it is mounted. */
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
  useFocusManager();
  const unanswered = useUnanswered();
  return (
    <FluentDialog open modalType={kind} onOpenChange={(_, { open }) => !open && onClose?.()}>
      <DialogSurface
        className={`${styles.dialog} ${heights[size] ?? ''} ${isSmall ? '' : styles.wide}`}
        style={{ '--width': widths[size] ?? `${size}px` } as CSSProperties}
      >
        <DialogBody className={styles.all}>
          {/* Not on the surface, where Fluent ignores the function that the ref returns. */}
          <div ref={returnFocus} className={`${arrange.row} ${styles.head}`}>
            <DialogTitle>{title}</DialogTitle>
            {aside}
          </div>
          <DialogContent className={styles.body}>{children}</DialogContent>
          {(footer || summary || unanswered) && (
            <DialogActions fluid className={`${arrange.row} ${styles.foot}`}>
              {unanswered && (
                <span className={`${text.warning} ${styles.unanswered}`} role="alert">
                  {unanswered}
                </span>
              )}
              <span className={text.grow}>{summary}</span>
              {footer}
            </DialogActions>
          )}
          {/* Last in order, because opening focuses the first element. */}
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
  /** What is lost or moved. */
  detail?: ReactNode;
  danger?: boolean;
  /** Enter answers at once. */
  isPlain?: boolean;
  /** A verb with its count: 删除 3 单. */
  confirmLabel: string;
  cancelLabel: string;
  /** A third answer without loss. */
  alternative?: { label: string; act(): void };
  /** Inputs of the answer, e.g. the reason. */
  children?: ReactNode;
  confirmDisabledReason?: string;
  size?: DialogProps['size'];
  onAnswer(isConfirmed: boolean): void;
}

/**
 * Enter confirms what is plain. Where something is lost, several answers are equal or the person has to look or write
 * first, the focus begins before the confirming button, at the latest on Cancel.
 */
export function ConfirmDialog({
  title,
  text,
  detail,
  danger = false,
  isPlain = false,
  confirmLabel,
  cancelLabel,
  alternative,
  children,
  confirmDisabledReason,
  size = 400,
  onAnswer,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const sure = useRef<HTMLButtonElement>(null);
  const wasPlain = useRef(false);
  useEffect(() => {
    // Runs after the dialog has focused its first element. What turns out to be serious takes the focus away again.
    if (isPlain) sure.current?.focus();
    else if (wasPlain.current) cancel.current?.focus();
    wasPlain.current = isPlain;
  }, [isPlain]);
  return (
    <Dialog
      title={title}
      size={size}
      kind="alert"
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button ref={cancel} onClick={() => onAnswer(false)}>
            {cancelLabel}
          </Button>
          <Button
            ref={sure}
            tone={danger ? 'danger' : 'primary'}
            disabledReason={confirmDisabledReason}
            // The key that opened the question, still held down, does not answer it.
            onKeyDown={(event) => event.repeat && event.preventDefault()}
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
