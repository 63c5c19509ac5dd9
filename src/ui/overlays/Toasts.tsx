import { Toast as FluentToast, Link, ToastBody, ToastFooter, ToastTitle } from '@fluentui/react-components';
import { Icon, type IconName } from '../icons/Icon';
import { IconButton } from '../inputs/buttons';
import { text } from '../layout/text';
import styles from './Toasts.module.css';

export interface Toast {
  id: string;
  tone: 'success' | 'warning' | 'error' | 'info';
  text: string;
  detail?: string;
  /** A web address, opened in a new window. */
  link?: string;
  /** A command, e.g. 撤销. */
  action?: { label: string; onClick(): void };
}

const SHOWN_TOASTS = 3;
const toastGlyphs = {
  info: ['info', 'brand'],
  success: ['checkmark-circle-f', 'good'],
  warning: ['warning-f', 'warning'],
  error: ['dismiss-circle-f', 'bad'],
} as const satisfies Record<Toast['tone'], [IconName, string]>;

/**
 * The newest three toasts. The store decides how long each stays, which Fluent's Toaster would decide by its own timers.
 */
export function Toasts({
  items,
  onClose,
  closeLabel,
}: {
  items: readonly Toast[];
  onClose(id: string): void;
  closeLabel: string;
}) {
  return (
    // Always mounted, because screen readers ignore a live region that is mounted together with its text.
    <div className={styles.toasts} role="status" aria-live="polite">
      {items.slice(-SHOWN_TOASTS).map(({ id, tone, text: words, detail, link, action }) => {
        const [glyph, colour] = toastGlyphs[tone];
        return (
          <FluentToast key={id} className={styles.toast} data-tone={tone} role={tone === 'error' ? 'alert' : undefined}>
            <ToastTitle
              media={<Icon name={glyph} size={16} className={text[colour]} />}
              action={<IconButton icon="dismiss" size="small" label={closeLabel} onClick={() => onClose(id)} />}
            >
              {words}
            </ToastTitle>
            {detail && <ToastBody className={styles.detail}>{detail}</ToastBody>}
            {link && /^https?:\/\//i.test(link) && (
              <ToastBody>
                <Link href={link} target="_blank" rel="noopener noreferrer">
                  {link}
                </Link>
              </ToastBody>
            )}
            {action && (
              <ToastFooter>
                <Link onClick={action.onClick}>{action.label}</Link>
              </ToastFooter>
            )}
          </FluentToast>
        );
      })}
    </div>
  );
}
