import type { ReactNode } from 'react';
import { IconButton } from './buttons';
import { Icon, type IconName } from './Icon';

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
export const StateBar = ({ steps, label }: StateBarProps) => (
  <ol
    className="state-bar"
    aria-label={label}
    style={{ gridTemplateColumns: steps.map(({ weight = 1 }) => `minmax(0, ${weight}fr)`).join(' ') }}
  >
    {steps.map(({ key, title, note, lines, state, share = 0 }) => (
      <li key={key} className={`state-step is-${state}`} aria-current={state === 'current' ? 'step' : undefined}>
        <span className="state-track">
          <span style={{ width: state === 'current' ? `${Math.round(share * 100)}%` : undefined }} />
        </span>
        <span className="state-title">
          <Icon name={stepGlyphs[state]} size={16} />
          {title}
          {note && ` · ${note}`}
        </span>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a step keep their order
          <span key={index} className="state-line">
            {line}
          </span>
        ))}
      </li>
    ))}
  </ol>
);

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

/** What happened, newest first. */
export const Timeline = ({ items }: TimelineProps) => (
  <ol className="timeline">
    {items.map(({ id, glyph, tone, title, time, by, detail }) => (
      <li key={id}>
        <Icon name={glyph} size={16} className={`tone-${tone}`} />
        <strong>{title}</strong>
        <div className="timeline-when">
          <time>{time}</time>
          {by && ` · ${by}`}
        </div>
        {detail && <div className="timeline-detail">{detail}</div>}
      </li>
    ))}
  </ol>
);

/** A value before and after: 云州商业银行 → 沧澜农商银行. */
export const Change = ({ from, to }: { from: ReactNode; to: ReactNode }) => (
  <>
    <del>{from}</del> → <ins>{to}</ins>
  </>
);

export interface Slot {
  key: string;
  /** Position within its type. */
  index: number;
  /** What belongs here: 身份证人像面. */
  name: string;
  /** null while nothing has been uploaded. */
  picture: { url: string; verdict?: ReactNode } | null;
}

export interface PictureSlotsProps {
  groups: readonly { key: string; title?: string; slots: readonly Slot[] }[];
  onUpload?(slot: Slot, file: File): void;
  onOpen?(slot: Slot): void;
  onRemove?(slot: Slot): void;
  /** MIME types for the file chooser. */
  accept?: string;
  words: { upload: string; replace?: string; open(name: string): string; remove(name: string): string };
}

/** The pictures of an order by type and slot; a slot holds one picture, a new one replaces it. */
export const PictureSlots = ({
  groups,
  onUpload,
  onOpen,
  onRemove,
  accept = 'image/jpeg,image/png',
  words,
}: PictureSlotsProps) => {
  const chooser = (slot: Slot, className: string, content: ReactNode) => (
    <label className={className}>
      {content}
      <input
        type="file"
        accept={accept}
        aria-label={`${slot.picture ? (words.replace ?? words.upload) : words.upload} ${slot.name}`}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) onUpload?.(slot, file);
          currentTarget.value = ''; // the same file chosen again is an event again
        }}
      />
    </label>
  );
  return groups.map(({ key, title, slots }) => (
    <section key={key} className="slot-group" aria-label={title}>
      {title && <h3>{title}</h3>}
      <div className="slots">
        {slots.map((slot) =>
          slot.picture ? (
            <figure key={slot.key} className="slot">
              <button
                type="button"
                className="slot-picture"
                aria-label={words.open(slot.name)}
                onClick={() => onOpen?.(slot)}
              >
                <img src={slot.picture.url} alt="" loading="lazy" />
              </button>
              <span className="slot-index">{slot.index}</span>
              {onRemove && (
                <IconButton
                  icon="delete"
                  size="small"
                  className="slot-remove"
                  label={words.remove(slot.name)}
                  onClick={() => onRemove(slot)}
                />
              )}
              <figcaption>
                <span className="ellipsis">{slot.name}</span>
                {slot.picture.verdict}
                {onUpload && chooser(slot, 'slot-replace link', words.replace ?? words.upload)}
              </figcaption>
            </figure>
          ) : (
            <figure key={slot.key} className="slot slot-free">
              {onUpload ? (
                chooser(
                  slot,
                  'slot-picture',
                  <>
                    <Icon name="image-add" />
                    {words.upload}
                  </>,
                )
              ) : (
                <span className="slot-picture">
                  <Icon name="image" />
                </span>
              )}
              <figcaption>
                <span className="ellipsis">{slot.name}</span>
              </figcaption>
            </figure>
          ),
        )}
      </div>
    </section>
  ));
};

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
export const SigningCard = ({ title, chip, note, parties, isHot = false, verdict, actions }: SigningCardProps) => (
  <article className={isHot ? 'signing is-hot' : 'signing'}>
    <header>
      <strong className="ellipsis grow">{title}</strong>
      {chip}
    </header>
    <div className="caption">{note}</div>
    <ol className="signing-parties">
      {parties.map((party) => (
        <li key={party.key} className={party.isDone ? 'is-done' : undefined}>
          <Icon name={party.isDone ? 'checkmark-circle-f' : 'circle'} size={14} />
          <span className="signing-party">{party.name}</span>
          <span>{party.note}</span>
        </li>
      ))}
    </ol>
    {(verdict || actions) && (
      <footer>
        {verdict}
        <span className="grow" />
        {actions}
      </footer>
    )}
  </article>
);
