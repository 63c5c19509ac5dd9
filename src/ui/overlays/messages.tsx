import type { CSSProperties, ReactNode } from 'react';
import { Icon, type IconName } from '../icons/Icon';
import { IconButton } from '../inputs/buttons';

export type MessageTone = 'info' | 'success' | 'warning' | 'danger';

const messageGlyphs = {
  info: 'info',
  success: 'checkmark-circle-f',
  warning: 'warning-f',
  danger: 'dismiss-circle-f',
} as const satisfies Record<MessageTone, IconName>;

/** Something that stays true on this page or in this card until it is mended. */
export const MessageBar = ({
  tone,
  children,
  action,
}: {
  tone: MessageTone;
  children: ReactNode;
  action?: ReactNode;
}) => (
  <div className={`message message-${tone}`} role={tone === 'danger' ? 'alert' : 'status'}>
    <Icon name={messageGlyphs[tone]} size={16} />
    <div className="grow">{children}</div>
    {action}
  </div>
);

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

/** The newest three. How long each stays is the business of whoever holds the list. */
export const Toasts = ({
  items,
  onClose,
  closeLabel,
}: {
  items: readonly Toast[];
  onClose(id: string): void;
  closeLabel: string;
}) => (
  // The region is there before its first message: a live region mounted together with its text is not read out.
  <div className="toasts" role="status" aria-live="polite">
    {items.slice(-SHOWN_TOASTS).map(({ id, tone, text, detail, link, action }) => (
      <div key={id} className={`toast toast-${tone}`} role={tone === 'error' ? 'alert' : undefined}>
        <Icon name={messageGlyphs[tone === 'error' ? 'danger' : tone]} size={16} />
        <div className="grow">
          <strong>{text}</strong>
          {detail && <div className="caption">{detail}</div>}
          {link && /^https?:\/\//i.test(link) && (
            <div>
              <a className="toast-link" href={link} target="_blank" rel="noopener noreferrer">
                {link}
              </a>
            </div>
          )}
        </div>
        {action && (
          <button type="button" className="link" onClick={action.onClick}>
            {action.label}
          </button>
        )}
        <IconButton icon="dismiss" size="small" label={closeLabel} onClick={() => onClose(id)} />
      </div>
    ))}
  </div>
);

const drawings = {
  never: (
    <svg viewBox="0 0 64 48" width="64" height="48" aria-hidden="true" focusable="false">
      <rect x="1.5" y="2.5" width="61" height="43" rx="6" strokeDasharray="4 3" />
      <path d="M14 16h36M14 24h36M14 32h20" strokeWidth="3" strokeLinecap="round" />
    </svg>
  ),
  filtered: (
    <svg viewBox="0 0 56 52" width="56" height="52" aria-hidden="true" focusable="false">
      <circle cx="23" cy="22" r="17" strokeWidth="3" />
      <path d="M36 35l13 13" strokeWidth="5" strokeLinecap="round" />
    </svg>
  ),
  forbidden: (
    <svg viewBox="0 0 48 56" width="48" height="56" aria-hidden="true" focusable="false" className="drawing-brand">
      <path d="M13 22v-8a11 11 0 0 1 22 0v8" strokeWidth="2" />
      <rect x="2" y="22" width="44" height="32" rx="5" className="drawing-fill" />
      <circle cx="24" cy="38" r="4" className="drawing-dot" />
    </svg>
  ),
  missing: (
    <svg viewBox="0 0 64 52" width="64" height="52" aria-hidden="true" focusable="false">
      <rect x="2" y="2" width="60" height="48" rx="6" strokeWidth="2" />
      <path d="M2 14h60M8 8h.1M14 8h.1M20 8h.1" strokeWidth="2" strokeLinecap="round" />
      <path d="M26 28a6 6 0 1 1 8.5 5.5c-1.6.8-2.5 1.7-2.5 3.5M32 43h.1" strokeWidth="3" strokeLinecap="round" />
    </svg>
  ),
  broken: (
    <svg viewBox="0 0 64 52" width="64" height="52" aria-hidden="true" focusable="false">
      <path d="M28 2H8a6 6 0 0 0-6 6v36a6 6 0 0 0 6 6h16l6-12-6-10 8-10z" strokeWidth="2" strokeLinejoin="round" />
      <path d="M38 2h18a6 6 0 0 1 6 6v36a6 6 0 0 1-6 6H34l6-12-6-10 8-10z" strokeWidth="2" strokeLinejoin="round" />
    </svg>
  ),
};

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

export const EmptyState = ({ kind, title, text, children, isPage }: EmptyStateProps) => (
  <div className={`empty-state empty-${kind}`} role={kind === 'network' || kind === 'broken' ? 'alert' : undefined}>
    {kind === 'network' ? <Icon name="wifi-off" size={32} /> : drawings[kind]}
    {isPage ? <h1>{title}</h1> : <strong>{title}</strong>}
    {text && <p>{text}</p>}
    {children && <div className="empty-actions">{children}</div>}
  </div>
);

/** One condition of a search, to be taken away by itself. */
export const RemovableChip = ({
  children,
  removeLabel,
  onRemove,
}: {
  children: ReactNode;
  removeLabel: string;
  onRemove(): void;
}) => (
  <button type="button" className="chip chip-neutral chip-button" aria-label={removeLabel} onClick={onRemove}>
    <Icon name="dismiss" size={12} />
    {children}
  </button>
);

/** A grey block in the size of what will stand there. */
const Block = ({ width, height = 16 }: { width: CSSProperties['width']; height?: number }) => (
  <span className="skeleton-block" style={{ width, height }} />
);

// Uneven like real text, but the same on every render.
const shareOf = (row: number) => 0.46 + ((row * 7) % 5) * 0.09;

/** Stands where a table will be; the stylesheet holds it back for 150 ms, so that quick answers never flash. */
export const TableSkeleton = ({ rows, columns }: { rows: number; columns: number }) => (
  <div className="skeleton skeleton-table" aria-hidden="true" style={{ '--columns': columns } as CSSProperties}>
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: grey blocks have no identity
      <div key={row} className="skeleton-row" style={{ '--share': shareOf(row) } as CSSProperties} />
    ))}
  </div>
);

export const CardSkeleton = ({ lines = 4 }: { lines?: number }) => (
  <div className="card skeleton skeleton-card" aria-hidden="true">
    <Block width={128} height={22} />
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: grey blocks have no identity
      <Block key={line} width={`${100 * shareOf(line)}%`} />
    ))}
  </div>
);
