import { ProgressBar } from '@fluentui/react-components';
import type { CSSProperties, ReactNode } from 'react';
import { Icon, type IconName } from '../icons/Icon';
import { IconButton, IconLink } from '../inputs/buttons';
import { arrange } from './arrange';
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
    <header className={`${arrange.row} ${styles.recordHead}`}>
      {back.to !== undefined && <IconLink icon="arrow-left" label={back.label} to={back.to} />}
      <h1>{title}</h1>
      {children}
      <span className={text.grow} />
      {end && <div className={arrange.row}>{end}</div>}
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
const stepTones = { done: text.good, current: text.brand, todo: '', stopped: '' };

/** The life of an order from entry to end. */
export function StateBar({ steps, label }: StateBarProps) {
  return (
    <ol
      className={styles.stateBar}
      aria-label={label}
      style={{ '--widths': steps.map(({ weight = 1 }) => `minmax(0, ${weight}fr)`).join(' ') } as CSSProperties}
    >
      {steps.map(({ key, title, note, lines, state, share = 0 }) => (
        <li key={key} aria-current={state === 'current' ? 'step' : undefined}>
          <ProgressBar
            aria-hidden
            data-ink
            thickness="large"
            value={state === 'done' ? 1 : state === 'current' ? share : 0}
            color={state === 'done' ? 'success' : 'brand'}
          />
          <span className={`${arrange.line} ${text.strong} ${stepTones[state]}`}>
            <Icon name={stepGlyphs[state]} size={16} />
            {title}
            {note && ` · ${note}`}
          </span>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a step keep their order
            <span key={index} className={text.caption}>
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
          <div className={text.caption}>
            <time>{time}</time>
            {by && ` · ${by}`}
          </div>
          {detail && <div className={styles.detail}>{detail}</div>}
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

/** A picture that opens larger. */
export function PictureButton({ picture, label, onOpen }: PictureButtonProps) {
  return (
    <button type="button" className={styles.picture} aria-label={label} title={label} onClick={onOpen}>
      {picture.kind === 'document' ? (
        <Icon name="document-pdf" size={32} />
      ) : (
        <img src={picture.url} alt="" loading="lazy" />
      )}
    </button>
  );
}
interface PictureButtonProps {
  picture: Pick<NonNullable<Slot['picture']>, 'url' | 'kind'>;
  label: string;
  onOpen(): void;
}

/** The pictures of an order by type and slot; a slot holds one picture, a new one replaces it. */
export function PictureSlots<S extends Slot>(props: PictureSlotsProps<S>) {
  return props.groups.map(({ key, title, slots }) => (
    <section key={key} className={styles.slotGroup} aria-label={title}>
      {title && <h3 className={text.caption}>{title}</h3>}
      <div className={styles.slots}>
        {slots.map((slot) =>
          slot.picture ? (
            <TakenSlot key={slot.key} {...props} slot={slot} picture={slot.picture} />
          ) : (
            <FreeSlot key={slot.key} {...props} slot={slot} />
          ),
        )}
      </div>
    </section>
  ));
}

type SlotProps<S extends Slot> = PictureSlotsProps<S> & { slot: S };

/** What a picture for the slot is chosen with; it stays and says why where that is not possible. */
function Uploader<S extends Slot>(
  props: SlotProps<S> & { className: string | undefined; word: string; icon?: IconName },
) {
  const { slot, onUpload, uploadDisabled, words, className, word, icon } = props;
  const disabled = uploadDisabled ?? slot.kept;
  const isOff = disabled !== undefined || slot.busy;
  const shown = slot.busy && words.busy ? words.busy : word;
  return (
    <button
      type="button"
      className={className}
      aria-label={[shown, slot.name, disabled && `(${disabled})`].filter(Boolean).join(' ')}
      aria-disabled={isOff || undefined}
      aria-busy={slot.busy || undefined}
      title={disabled}
      onClick={isOff ? undefined : () => onUpload?.(slot)}
    >
      {icon && <Icon name={icon} />}
      {shown}
    </button>
  );
}

function TakenSlot<S extends Slot>(props: SlotProps<S> & { picture: NonNullable<Slot['picture']> }) {
  const { slot, picture, onUpload, onOpen, onRemove, removeDisabled, words } = props;
  return (
    <figure className={`${arrange.box} ${styles.slot}`}>
      <PictureButton picture={picture} label={words.open(slot.name)} onOpen={() => onOpen?.(slot)} />
      <figcaption>
        <div className={text.ellipsis}>{slot.name}</div>
        {picture.verdict}
        <div className={styles.slotFoot}>
          <span className={text.grow} aria-hidden="true">
            {slot.index}
          </span>
          {onUpload && <Uploader {...props} className={text.link} word={words.replace ?? words.upload} />}
          {onRemove && (
            <IconButton
              icon="delete"
              size="small"
              label={words.remove(slot.name)}
              disabledReason={removeDisabled ?? slot.kept}
              onClick={() => onRemove(slot)}
            />
          )}
        </div>
      </figcaption>
    </figure>
  );
}

function FreeSlot<S extends Slot>(props: SlotProps<S>) {
  const { slot, onUpload, words } = props;
  return (
    <figure className={`${arrange.box} ${styles.slot} ${styles.slotFree}`}>
      {onUpload ? (
        <Uploader
          {...props}
          className={styles.picture}
          word={words.upload}
          icon={slot.busy ? 'arrow-sync' : 'image-add'}
        />
      ) : (
        <span className={styles.picture}>
          <Icon name="image" />
        </span>
      )}
      <figcaption className={text.ellipsis}>{slot.name}</figcaption>
    </figure>
  );
}

export interface MilestoneRowProps {
  /** Things that must be true, each with the day it came true. */
  items: readonly { key: string; label: string; note: string; on: boolean }[];
}

/** Things that must be true, side by side, each with its mark. */
export function MilestoneRow({ items }: MilestoneRowProps) {
  return (
    <ul className={styles.milestones}>
      {items.map(({ key, label, note, on }) => (
        <li key={key}>
          <Icon name={on ? 'checkmark-circle-f' : 'circle'} size={16} className={on ? text.good : text.dash} />
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
  parties: MilestoneRowProps['items'];
  /** Waiting for somebody: draws the eye. */
  isHot?: boolean;
  verdict?: ReactNode;
  actions?: ReactNode;
}

/** One contract and how far its signing has got. */
export function SigningCard({ title, chip, note, parties, isHot = false, verdict, actions }: SigningCardProps) {
  return (
    <article className={`${arrange.box} ${styles.signing}`} data-hot={isHot || undefined}>
      <header className={arrange.row}>
        <strong className={`${text.ellipsis} ${text.grow}`}>{title}</strong>
        {chip}
      </header>
      <div className={text.caption}>{note}</div>
      <MilestoneRow items={parties} />
      {(verdict || actions) && (
        <footer className={arrange.row}>
          {verdict}
          <span className={text.grow} />
          {actions}
        </footer>
      )}
    </article>
  );
}
