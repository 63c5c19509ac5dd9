import {
  MessageBar as FluentMessageBar,
  Toast as FluentToast,
  Link,
  MessageBarActions,
  MessageBarBody,
  Skeleton,
  SkeletonItem,
  Tag,
  ToastBody,
  ToastFooter,
  ToastTitle,
} from '@fluentui/react-components';
import type { CSSProperties, ReactNode } from 'react';
import { Icon, type IconName } from '../icons/Icon';
import { IconButton } from '../inputs/buttons';
import { arrange } from '../layout/arrange';
import { text } from '../layout/text';
import styles from './messages.module.css';

export type MessageTone = 'info' | 'success' | 'warning' | 'danger';

const intents = { info: 'info', success: 'success', warning: 'warning', danger: 'error' } as const;

/** Something that stays true on this page or in this card until it is mended. */
export function MessageBar({ tone, children, action }: { tone: MessageTone; children: ReactNode; action?: ReactNode }) {
  return (
    <FluentMessageBar
      intent={intents[tone]}
      layout="multiline"
      politeness={tone === 'danger' ? 'assertive' : 'polite'}
      role={tone === 'danger' ? 'alert' : 'status'}
      className={styles.message}
      data-message={tone}
    >
      <MessageBarBody>{children}</MessageBarBody>
      {action && <MessageBarActions>{action}</MessageBarActions>}
    </FluentMessageBar>
  );
}

export interface Toast {
  id: string;
  tone: 'success' | 'warning' | 'error' | 'info';
  text: string;
  detail?: string;
  /** An address of the web that the text leads to, in a window of its own. */
  link?: string;
  /** One thing to do about it, e.g. 撤销. */
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
 * The newest three. How long each stays is decided where the list is held, so they are drawn from it: Fluent's Toaster
 * keeps a list of its own, with clocks of its own.
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
    // The region is there before its first message: a live region mounted together with its text is not read out.
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

const emptyGlyphs = {
  never: 'document',
  filtered: 'search',
  network: 'wifi-off',
  forbidden: 'lock-closed',
  missing: 'question',
  broken: 'bug',
} as const satisfies Record<EmptyStateProps['kind'], IconName>;

export interface EmptyStateProps {
  /** Never had data, filtered away, not reached, not allowed, not there, or broken down. */
  kind: 'never' | 'filtered' | 'network' | 'forbidden' | 'missing' | 'broken';
  title: string;
  text?: ReactNode;
  /** What to do about it: buttons, removable conditions. */
  children?: ReactNode;
  /** Nothing else stands on the page: its title is the page's heading. */
  isPage?: true;
}

export function EmptyState({ kind, title, text: words, children, isPage }: EmptyStateProps) {
  return (
    <div
      className={`${styles.empty} ${isPage ? styles.page : ''}`}
      data-empty={kind}
      role={kind === 'network' || kind === 'broken' ? 'alert' : undefined}
    >
      <Icon name={emptyGlyphs[kind]} size={32} className={styles.glyph} />
      {isPage ? <h1>{title}</h1> : <strong>{title}</strong>}
      {words && <p>{words}</p>}
      {children && <div className={arrange.row}>{children}</div>}
    </div>
  );
}

/** One condition of a search, to be taken away by itself. */
export function RemovableChip({
  children,
  removeLabel,
  onRemove,
}: {
  children: ReactNode;
  removeLabel: string;
  onRemove(): void;
}) {
  return (
    <Tag
      as="button"
      size="small"
      dismissible
      dismissIcon={<Icon name="dismiss" size={12} />}
      aria-label={removeLabel}
      onClick={onRemove}
    >
      {children}
    </Tag>
  );
}

/** A grey block in the size (px, or any width of CSS) of what will stand there. */
export function SkeletonBlock({ width, height = 16 }: { width?: CSSProperties['width']; height?: number }) {
  return (
    <Skeleton aria-hidden="true">
      <SkeletonItem style={{ width, height }} />
    </Skeleton>
  );
}

// Uneven like real text, but the same on every render.
function shareOf(row: number) {
  return 0.46 + ((row * 7) % 5) * 0.09;
}

/** Stands where a card or a table will be; the sheet holds it back for 150 ms, so that quick answers never flash. */
export function CardSkeleton({ lines = 4 }: { lines?: number }) {
  return (
    <div className={`${styles.late} ${styles.card}`} aria-hidden="true">
      <SkeletonBlock width={128} height={22} />
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey blocks have no identity
        <SkeletonBlock key={line} width={`${100 * shareOf(line)}%`} />
      ))}
    </div>
  );
}
