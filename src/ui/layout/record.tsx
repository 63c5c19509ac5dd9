import { ProgressBar } from '@fluentui/react-components';
import type { CSSProperties, ReactNode } from 'react';
import { Icon, type IconName } from '../icons/Icon';
import { IconButton, IconLink } from '../inputs/buttons';
import { arrange } from './arrange';
import styles from './record.module.css';
import { text } from './text';

export interface RecordHeadProps {
  title: string;
  /** Link to the list; without `to` for a person who may not open it. */
  back: { label: string; to: string | undefined };
  /** Beside the title: copy, state, warnings. */
  children?: ReactNode;
  /** Commands, the primary button last. */
  end?: ReactNode;
}

/** Title, state and commands of a record, and the link back to its list. */
export function RecordHead({ title, back, children, end }: RecordHeadProps) {
  return (
    <header className={`${arrange.row} ${styles.recordHead}`}>
      {back.to !== undefined && <IconLink icon="arrow-left" label={back.label} to={back.to} />}
      <h1 className={text.large}>{title}</h1>
      {children}
      {end && <div className={`${arrange.row} ${styles.recordEnd}`}>{end}</div>}
    </header>
  );
}

export interface StateBarProps {
  steps: readonly {
    key: string;
    title: string;
    /** Beside the title: 第 190 天 / 360 天. */
    note?: string;
    lines: readonly ReactNode[];
    state: 'done' | 'current' | 'todo' | 'stopped';
    /** Progress of the current step: 0…1. */
    share?: number;
    /** Relative width; 1 by default. */
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

/** The states of an order from entry to end. */
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

/** Events, newest first. */
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
          {detail && <div className={`${arrange.well} ${styles.detail}`}>{detail}</div>}
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
  /** Name of the expected picture: 身份证人像面. */
  name: string;
  /** null before the upload. A `document` is shown as an icon. */
  picture: { url: string; kind?: 'image' | 'document'; verdict?: ReactNode } | null;
  /** An upload is running. */
  busy?: boolean;
  /** Why this picture can be neither replaced nor removed. */
  kept?: string;
}

export interface PictureSlotsProps<S extends Slot = Slot> {
  groups: readonly { key: string; title?: string; slots: readonly S[] }[];
  onUpload?(slot: S): void;
  onOpen?(slot: S): void;
  onRemove?(slot: S): void;
  /** Why nothing can be uploaded or removed; the disabled buttons show it. */
  uploadDisabled?: string;
  removeDisabled?: string;
  words: { upload: string; replace?: string; busy?: string; open(name: string): string; remove(name: string): string };
}

/** A picture that opens in full size. */
export function PictureButton({ picture, label, onOpen }: PictureButtonProps) {
  return (
    <button
      type="button"
      className={`${arrange.middle} ${styles.picture}`}
      aria-label={label}
      title={label}
      onClick={onOpen}
    >
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
    <section key={key} aria-label={title}>
      {title && <h3 className={text.caption}>{title}</h3>}
      <div className={styles.slots}>
        {slots.map((slot) => (
          <SlotFigure key={slot.key} {...props} slot={slot} />
        ))}
      </div>
    </section>
  ));
}

type SlotProps<S extends Slot> = PictureSlotsProps<S> & { slot: S };

/** The button that uploads a picture, disabled with a reason where that is not possible. */
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

function SlotFigure<S extends Slot>(props: SlotProps<S>) {
  const { slot, onUpload, onOpen, onRemove, removeDisabled, words } = props;
  const { picture, name, busy } = slot;
  const face = `${arrange.middle} ${styles.picture}`;
  if (!picture)
    return (
      <figure className={`${arrange.box} ${arrange.noPrint} ${styles.slot} ${styles.slotFree}`}>
        {onUpload ? (
          <Uploader {...props} className={face} word={words.upload} icon={busy ? 'arrow-sync' : 'image-add'} />
        ) : (
          <span className={face}>
            <Icon name="image" />
          </span>
        )}
        <figcaption className={text.ellipsis}>{name}</figcaption>
      </figure>
    );
  return (
    <figure className={`${arrange.box} ${styles.slot}`}>
      <PictureButton picture={picture} label={words.open(name)} onOpen={() => onOpen?.(slot)} />
      <figcaption>
        <div className={text.ellipsis}>{name}</div>
        <div className={`${arrange.row} ${text.dash}`}>
          <span className={text.grow}>{picture.verdict}</span>
          <span className={`${arrange.row} ${arrange.noPrint}`}>
            {onUpload && <Uploader {...props} className={text.link} word={words.replace ?? words.upload} />}
            {onRemove && (
              <IconButton
                icon="delete"
                size="small"
                label={words.remove(name)}
                disabledReason={removeDisabled ?? slot.kept}
                onClick={() => onRemove(slot)}
              />
            )}
          </span>
        </div>
      </figcaption>
    </figure>
  );
}

export interface MilestoneRowProps {
  /** Conditions, each with the day on which it was met. */
  items: readonly { key: string; label: string; note: string; on: boolean }[];
}

/** Conditions side by side, each with its mark. */
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
  /** Number of the contract, number of sendings. */
  note: ReactNode;
  parties: MilestoneRowProps['items'];
  /** A signature is due: the card is highlighted. */
  isHot?: boolean;
  verdict?: ReactNode;
  actions?: ReactNode;
}

/** One contract and the progress of its signing. */
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
        <footer className={`${arrange.row} ${arrange.noPrint}`}>
          {verdict}
          <span className={text.grow} />
          {actions}
        </footer>
      )}
    </article>
  );
}
