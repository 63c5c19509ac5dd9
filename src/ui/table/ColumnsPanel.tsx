import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { Icon } from '../icons/Icon';
import { IconButton } from '../inputs/buttons';
import { Checkbox } from '../inputs/choices';
import { TextInput } from '../inputs/fields';
import { text } from '../layout/text';
import styles from './ColumnsPanel.module.css';

export interface ColumnItem {
  name: string;
  label: string;
  isShown: boolean;
  isPinned: boolean;
  /** It cannot be hidden. */
  isFixed: boolean;
  /** px, where the person has set one. */
  width?: number;
}

export interface ColumnsPanelProps {
  /** The shown columns in their order, then the others. */
  items: readonly ColumnItem[];
  onShow(name: string, isShown: boolean): void;
  onPin(name: string, isPinned: boolean): void;
  /** Move a shown column to this position among the shown ones. */
  onPlace(name: string, at: number): void;
  /** Set a width in px; undefined for that of the list. */
  onSize(name: string, width: number | undefined): void;
  onReset(): void;
  /** Bounds of a width, in px. */
  least: number;
  most: number;
  /** Row height and further commands, below the columns. */
  children: ReactNode;
  words: {
    title: string;
    filter: string;
    reset: string;
    width(name: string): string;
    /** Placeholder of a width that is the list’s own. */
    usual: string;
    up(name: string): string;
    down(name: string): string;
    pin(name: string): string;
    unpin(name: string): string;
    /** Tells where a column is after a move. */
    placed(name: string, at: number): string;
    keys: string;
  };
}

/** The width of a column as a number. It counts once it lies within the bounds, and is brought there when left. */
function WidthInput({ item, least, most, onSize, words }: Omit<ColumnsPanelProps, 'items'> & { item: ColumnItem }) {
  const [typed, setTyped] = useState<string | null>(null);
  const { name, label, width } = item;
  const set = (text: string, isOver: boolean) => {
    const px = Math.round(Number(text));
    if (text === '') onSize(name, undefined);
    else if (isOver || (px >= least && px <= most)) onSize(name, Math.min(most, Math.max(least, px)));
  };
  return (
    <input
      type="number"
      className={styles.width}
      aria-label={words.width(label)}
      placeholder={words.usual}
      min={least}
      max={most}
      step={10}
      value={typed ?? width ?? ''}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        set(currentTarget.value, false);
      }}
      onBlur={() => {
        if (typed) set(typed, true);
        setTyped(null);
      }}
    />
  );
}

/** The columns of a table: which are shown, in which order, how wide, and which stay at the left. */
export function ColumnsPanel(props: ColumnsPanelProps) {
  const { items, onShow, onPin, onPlace, onReset, children, words } = props;
  const [filter, setFilter] = useState('');
  const [said, setSaid] = useState('');
  const [dragged, setDragged] = useState('');
  const [over, setOver] = useState('');
  const titleId = useId();
  const keysId = useId();
  const shown = items.filter(({ isShown }) => isShown);
  const found = items.filter(({ label }) => label.toLowerCase().includes(filter.trim().toLowerCase()));
  const place = ({ name, label }: ColumnItem, at: number) => {
    if (at < 0 || at >= shown.length) return;
    onPlace(name, at);
    setSaid(words.placed(label, at + 1));
  };
  const drop = (at: number) => {
    const item = shown.find(({ name }) => name === dragged);
    if (item && at >= 0) place(item, at);
    setDragged('');
    setOver('');
  };
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <b id={titleId}>{words.title}</b>
        <button type="button" className={text.link} onClick={onReset}>
          {words.reset}
        </button>
      </div>
      <div className={styles.filter}>
        <TextInput
          type="search"
          value={filter}
          onChange={setFilter}
          placeholder={words.filter}
          aria-label={words.filter}
          prefix={<Icon name="search" size={16} />}
        />
      </div>
      <ul className={styles.items} aria-labelledby={titleId} aria-describedby={keysId}>
        {found.map((item) => {
          const { name, label, isShown, isPinned, isFixed } = item;
          const at = shown.indexOf(item);
          const step = (event: KeyboardEvent) => {
            const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
            if (!isShown || !event.altKey || by === 0) return;
            event.preventDefault();
            place(item, at + by);
          };
          return (
            <li
              key={name}
              className={styles.item}
              draggable={isShown}
              data-over={over === name || undefined}
              onKeyDown={step}
              onDragStart={() => setDragged(name)}
              onDragEnd={() => drop(-1)}
              onDragOver={(event) => {
                if (!dragged || !isShown) return;
                event.preventDefault();
                setOver(name);
              }}
              onDrop={() => drop(at)}
            >
              <span className={styles.name}>
                <Checkbox checked={isShown} disabled={isFixed} onChange={(isOn) => onShow(name, isOn)}>
                  {label}
                </Checkbox>
              </span>
              {isShown && (
                <>
                  <WidthInput {...props} item={item} />
                  <IconButton
                    size="small"
                    icon={isPinned ? 'pin-f' : 'pin'}
                    label={isPinned ? words.unpin(label) : words.pin(label)}
                    pressed={isPinned}
                    onClick={() => onPin(name, !isPinned)}
                  />
                  <IconButton
                    size="small"
                    icon="arrow-up"
                    label={words.up(label)}
                    onClick={() => place(item, at - 1)}
                  />
                  <IconButton
                    size="small"
                    icon="arrow-down"
                    label={words.down(label)}
                    onClick={() => place(item, at + 1)}
                  />
                  <Icon name="re-order" size={16} className={styles.grip} />
                </>
              )}
            </li>
          );
        })}
      </ul>
      <span id={keysId} className={text.unseen}>
        {words.keys}
      </span>
      <span role="status" className={text.unseen}>
        {said}
      </span>
      <div className={styles.foot}>{children}</div>
    </div>
  );
}
