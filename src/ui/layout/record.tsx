import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons/Icon';
import { IconButton, IconLink } from '../inputs/buttons';
import styles from './record.module.css';
import { text } from './text';

export interface RecordHeadProps {
  title: string;
  /** To the list it is one of; `to` is missing for a person who may not see that. */
  back: { label: string; to: string | undefined };
  /** Beside the title: copy, state, what needs attention. */
  children?: ReactNode;
  /** What can be done, the primary button last. */
  end?: ReactNode;
}

/** Name and state of a record, the way back, and what can be done with it. */
export function RecordHead({ title, back, children, end }: RecordHeadProps) {
  return (
    <header className={styles.recordHead}>
      {back.to !== undefined && <IconLink icon="arrow-left" label={back.label} to={back.to} />}
      <h1>{title}</h1>
      {children}
      <span className={text.grow} />
      {end && <div className={styles.recordActions}>{end}</div>}
    </header>
  );
}

export interface StateBarProps {
  steps: readonly {
    key: string;
    title: string;
    /** Said beside the title: 第 190 天 / 360 天. */
    note?: string;
    lines: readonly ReactNode[];
    state: 'done' | 'current' | 'todo' | 'stopped';
    /** Of the current step, how much is over: 0…1. */
    share?: number;
    /** Width in comparison with the others; 1 unless said. */
    weight?: number;
  }[];
  label: string;
}

const stepGlyphs = {
  done: 'checkmark-circle-f',
  current: 'play-circle-f',
  todo: 'circle',
  stopped: 'prohibited',
} as const satisfies Record<StateBarProps['steps'][number]['state'], IconName>;

/** The life of an order from entry to end. */
export function StateBar({ steps, label }: StateBarProps) {
  return (
    <ol
      className={styles.stateBar}
      aria-label={label}
      style={{ gridTemplateColumns: steps.map(({ weight = 1 }) => `minmax(0, ${weight}fr)`).join(' ') }}
    >
      {steps.map(({ key, title, note, lines, state, share = 0 }) => (
        <li
          key={key}
          className={`${styles.stateStep} ${styles[`is-${state}`]}`}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          <span className={styles.stateTrack}>
            <span style={{ width: state === 'current' ? `${Math.round(share * 100)}%` : undefined }} />
          </span>
          <span className={styles.stateTitle}>
            <Icon name={stepGlyphs[state]} size={16} />
            {title}
            {note && ` · ${note}`}
          </span>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a step keep their order
            <span key={index} className={styles.stateLine}>
              {line}
            </span>
          ))}
        </li>
      ))}
    </ol>
  );
}

export interface TimelineProps {
  items: readonly {
    id: string;
    glyph: IconName;
    tone: 'plain' | 'good' | 'brand' | 'bad';
    title: string;
    /** Already formatted. */
    time: string;
    by?: string;
    detail?: ReactNode;
  }[];
}

const tones = { plain: text.caption, good: text.good, brand: text.brand, bad: text.bad };

/** What happened, newest first. */
export function Timeline({ items }: TimelineProps) {
  return (
    <ol className={styles.timeline}>
      {items.map(({ id, glyph, tone, title, time, by, detail }) => (
        <li key={id}>
          <Icon name={glyph} size={16} className={tones[tone]} />
          <strong>{title}</strong>
          <div className={styles.timelineWhen}>
            <time>{time}</time>
            {by && ` · ${by}`}
          </div>
          {detail && <div className={styles.timelineDetail}>{detail}</div>}
        </li>
      ))}
    </ol>
  );
}

/** A value before and after: 云州商业银行 → 沧澜农商银行; the new one alone where there was none. */
export function Change({ from, to }: { from?: ReactNode; to: ReactNode }) {
  return (
    <>
      {from !== undefined && (
        <>
          <del className={text.bad}>{from}</del> →{' '}
        </>
      )}
      <ins className={`${styles.new} ${text.good} ${text.strong}`}>{to}</ins>
    </>
  );
}

export interface Slot {
  key: string;
  /** Position within its type. */
  index: number;
  /** What belongs here: 身份证人像面. */
  name: string;
  /** null while nothing has been uploaded. A `document` cannot be drawn; a glyph stands for it. */
  picture: { url: string; kind?: 'image' | 'document'; verdict?: ReactNode } | null;
  /** A picture for this slot is on its way. */
  busy?: boolean;
  /** Why this very picture can neither be replaced nor removed. */
  kept?: string;
}

export interface PictureSlotsProps<S extends Slot = Slot> {
  groups: readonly { key: string; title?: string; slots: readonly S[] }[];
  /** The person wants to choose a picture for this slot. */
  onUpload?(slot: S): void;
  onOpen?(slot: S): void;
  onRemove?(slot: S): void;
  /** Why nothing can be uploaded or removed; the buttons stay and say so. */
  uploadDisabled?: string;
  removeDisabled?: string;
  words: { upload: string; replace?: string; busy?: string; open(name: string): string; remove(name: string): string };
}

/** The pictures of an order by type and slot; a slot holds one picture, a new one replaces it. */
export function PictureSlots<S extends Slot>({
  groups,
  onUpload,
  onOpen,
  onRemove,
  uploadDisabled,
  removeDisabled,
  words,
}: PictureSlotsProps<S>) {
  const uploader = (slot: S, className: string | undefined, word: string, content: ReactNode) => {
    const disabled = uploadDisabled ?? slot.kept;
    const isOff = disabled !== undefined || slot.busy;
    return (
      <button
        type="button"
        className={className}
        aria-label={[word, slot.name, disabled && `(${disabled})`].filter(Boolean).join(' ')}
        aria-disabled={isOff || undefined}
        aria-busy={slot.busy || undefined}
        title={disabled}
        onClick={isOff ? undefined : () => onUpload?.(slot)}
      >
        {content}
      </button>
    );
  };
  return groups.map(({ key, title, slots }) => (
    <section key={key} className={styles.slotGroup} aria-label={title}>
      {title && <h3>{title}</h3>}
      <div className={styles.slots}>
        {slots.map((slot) => {
          const word = slot.busy && words.busy ? words.busy : words.upload;
          const again = slot.busy && words.busy ? words.busy : (words.replace ?? words.upload);
          return slot.picture ? (
            <figure key={slot.key} className={styles.slot}>
              <button
                type="button"
                className={styles.slotPicture}
                aria-label={words.open(slot.name)}
                onClick={() => onOpen?.(slot)}
              >
                {slot.picture.kind === 'document' ? (
                  <Icon name="document-pdf" size={32} />
                ) : (
                  <img src={slot.picture.url} alt="" loading="lazy" />
                )}
              </button>
              <span className={styles.slotIndex} aria-hidden="true">
                {slot.index}
              </span>
              {onRemove && (
                <IconButton
                  icon="delete"
                  size="small"
                  className={styles.slotRemove}
                  label={words.remove(slot.name)}
                  disabledReason={removeDisabled ?? slot.kept}
                  onClick={() => onRemove(slot)}
                />
              )}
              <figcaption>
                <span className={text.ellipsis}>{slot.name}</span>
                <span className={styles.slotFoot}>
                  <span className={text.grow}>{slot.picture.verdict}</span>
                  {onUpload && uploader(slot, text.link, again, again)}
                </span>
              </figcaption>
            </figure>
          ) : (
            <figure key={slot.key} className={`${styles.slot} ${styles.slotFree}`}>
              {onUpload ? (
                uploader(
                  slot,
                  styles.slotPicture,
                  word,
                  <>
                    <Icon name={slot.busy ? 'arrow-sync' : 'image-add'} />
                    {word}
                  </>,
                )
              ) : (
                <span className={styles.slotPicture}>
                  <Icon name="image" />
                </span>
              )}
              <figcaption>
                <span className={text.ellipsis}>{slot.name}</span>
              </figcaption>
            </figure>
          );
        })}
      </div>
    </section>
  ));
}

/** Things that must be true, each with its mark and the day it came true. */
export function MilestoneRow({
  items,
}: {
  items: readonly { key: string; label: string; note: string; on: boolean }[];
}) {
  return (
    <ul className={styles.milestones}>
      {items.map(({ key, label, note, on }) => (
        <li key={key} className={on ? styles['is-done'] : undefined}>
          <Icon name={on ? 'checkmark-circle-f' : 'circle'} size={16} />
          {label}
          <span className={text.caption}>{note}</span>
        </li>
      ))}
    </ul>
  );
}

export interface SigningCardProps {
  title: string;
  chip: ReactNode;
  /** Number of the contract, how often it was sent. */
  note: ReactNode;
  parties: readonly { key: string; name: string; note: string; isDone: boolean }[];
  /** Waiting for somebody: draws the eye. */
  isHot?: boolean;
  verdict?: ReactNode;
  actions?: ReactNode;
}

/** One contract and how far its signing has got. */
export function SigningCard({ title, chip, note, parties, isHot = false, verdict, actions }: SigningCardProps) {
  return (
    <article className={isHot ? `${styles.signing} ${styles['is-hot']}` : styles.signing}>
      <header>
        <strong className={`${text.ellipsis} ${text.grow}`}>{title}</strong>
        {chip}
      </header>
      <div className={text.caption}>{note}</div>
      <ol className={styles.signingParties}>
        {parties.map((party) => (
          <li key={party.key} className={party.isDone ? styles['is-done'] : undefined}>
            <Icon name={party.isDone ? 'checkmark-circle-f' : 'circle'} size={14} />
            <span className={styles.signingParty}>{party.name}</span>
            <span>{party.note}</span>
          </li>
        ))}
      </ol>
      {(verdict || actions) && (
        <footer>
          {verdict}
          <span className={text.grow} />
          {actions}
        </footer>
      )}
    </article>
  );
}
