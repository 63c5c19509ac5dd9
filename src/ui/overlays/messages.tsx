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

/** A message that stays in its page or card. */
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

const emptyGlyphs = {
  never: 'document',
  filtered: 'search',
  network: 'wifi-off',
  forbidden: 'lock-closed',
  missing: 'question',
  broken: 'bug',
} as const satisfies Record<EmptyStateProps['kind'], IconName>;

export interface EmptyStateProps {
  /** No data yet, no match, no connection, no right, no such page, or an error. */
  kind: 'never' | 'filtered' | 'network' | 'forbidden' | 'missing' | 'broken';
  title: string;
  text?: ReactNode;
  /** Commands: buttons, removable conditions. */
  children?: ReactNode;
  /** The only content of the page: the title is its heading. */
  isPage?: true;
}

export function EmptyState({ kind, title, text: words, children, isPage }: EmptyStateProps) {
  return (
    <div
      className={`${arrange.middle} ${styles.empty} ${isPage ? styles.page : ''}`}
      data-empty={kind}
      role={kind === 'network' || kind === 'broken' ? 'alert' : undefined}
    >
      <Icon name={emptyGlyphs[kind]} size={32} className={`${arrange.well} ${text.dash} ${styles.glyph}`} />
      {isPage ? <h1>{title}</h1> : <strong>{title}</strong>}
      {words && <p className={text.dash}>{words}</p>}
      {children && <div className={arrange.row}>{children}</div>}
    </div>
  );
}

/** A removable condition of a search. */
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

/** A placeholder block; `height` is in px, `width` in px or any CSS width. */
export function SkeletonBlock({ width, height = 16 }: { width?: CSSProperties['width']; height?: number }) {
  return (
    <Skeleton aria-hidden="true">
      <SkeletonItem style={{ width, height }} />
    </Skeleton>
  );
}

/** Uneven like real text, but the same on every render. */
function shareOf(row: number) {
  return 0.46 + ((row * 7) % 5) * 0.09;
}

/** Placeholder of a card or table; the sheet delays it by 150 ms, so that it does not flash for quick answers. */
export function CardSkeleton({ lines = 4 }: { lines?: number }) {
  return (
    <div className={`${arrange.column} ${styles.card}`} aria-hidden="true">
      <SkeletonBlock width={128} height={22} />
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey blocks have no identity
        <SkeletonBlock key={line} width={`${100 * shareOf(line)}%`} />
      ))}
    </div>
  );
}
