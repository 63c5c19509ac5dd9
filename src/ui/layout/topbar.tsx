import { Avatar as FluentAvatar, ProgressBar as FluentProgress, Tab, TabList } from '@fluentui/react-components';
import { type ButtonHTMLAttributes, type ReactNode, type Ref, useState } from 'react';
import { Icon, type IconName } from '../icons/Icon';
import { Button } from '../inputs/buttons';
import { FieldNote, TextInput } from '../inputs/fields';
import { text } from './text';
import styles from './topbar.module.css';

/** The bar above everything: how to fold the menu, the first menu level, search, the person's own things. */
export function TopBar({
  start,
  menu,
  search,
  end,
}: {
  start?: ReactNode;
  menu?: ReactNode;
  search?: ReactNode;
  end?: ReactNode;
}) {
  return (
    <header className={styles.topbar}>
      {start}
      {menu}
      {search}
      <span className={styles.topbarEnd}>{end}</span>
    </header>
  );
}

export function TopMenu({
  items,
  current,
  onPick,
  label,
  more,
}: {
  items: readonly { key: string; label: string; icon?: IconName }[];
  current: string;
  onPick(key: string): void;
  label: string;
  /** Where the bar is too narrow for all items only the current one shows; this leads to the others. */
  more?: ReactNode;
}) {
  return (
    <nav className={styles.topMenu} aria-label={label}>
      {items.map(({ key, label: name, icon }) => (
        <button key={key} type="button" aria-current={key === current || undefined} onClick={() => onPick(key)}>
          {icon && <Icon name={icon} />}
          <span className={text.ellipsis}>{name}</span>
        </button>
      ))}
      {more && <span className={styles.topMenuMore}>{more}</span>}
    </nav>
  );
}

export function TopSeparator() {
  return <span className={styles.topbarSeparator} aria-hidden="true" />;
}

/** The colour a colour button would change, drawn under its glyph. */
export function Swatch() {
  return <span className={styles.swatch} aria-hidden="true" />;
}

export interface AvatarProps {
  /** One or two letters or characters; a drawn person stands in when there are none. */
  initials: string;
  picture?: string;
  size?: 24 | 28 | 48 | 72;
  /** The picture could not be loaded. */
  onFailed?(): void;
}

/** Fluent shows the initials where there is no picture, or one that cannot be loaded. */
export function Avatar({ initials, picture, size = 28, onFailed }: AvatarProps) {
  return (
    <FluentAvatar
      aria-hidden="true"
      size={size}
      color="brand"
      initials={initials || undefined}
      image={picture ? { key: picture, src: picture, onError: onFailed } : undefined}
    />
  );
}

export interface UserBadgeProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'name'> {
  name: string;
  /** Employee number or account, below the name. */
  note?: string;
  initials: string;
  picture?: string;
  onPictureFailed?(): void;
  ref?: Ref<HTMLButtonElement>;
}

/** Opens the person's menu: made to be the trigger of one. */
export function UserBadge({ name, note, initials, picture, onPictureFailed, ...rest }: UserBadgeProps) {
  return (
    // On a phone only the picture is left of it.
    <button type="button" className={styles.userBadge} aria-label={note ? `${name} ${note}` : name} {...rest}>
      <Avatar initials={initials} picture={picture} {...(onPictureFailed ? { onFailed: onPictureFailed } : {})} />
      <span className={styles.userName}>
        <span className={text.ellipsis}>{name}</span>
        {note && <small className={text.ellipsis}>{note}</small>}
      </span>
      <Icon name="chevron-down" size={12} className={styles.userArrow} />
    </button>
  );
}

/** Something is under way between here and the server; quick answers never show it. */
export function ProgressBar({ isRunning }: { isRunning: boolean }) {
  return (
    <div className={styles.progress} data-running={isRunning || undefined} aria-hidden="true">
      {isRunning && <FluentProgress shape="square" />}
    </div>
  );
}

/** Tabs inside a popover: arrows walk, what is reached is shown. */
export function PanelTabs({
  items,
  current,
  onPick,
  label,
  panelId,
}: {
  items: readonly { key: string; label: string; name: string; count: number }[];
  current: string;
  onPick(key: string): void;
  label: string;
  /** Id of the element that shows what a tab stands for. */
  panelId: string;
}) {
  return (
    <TabList
      aria-label={label}
      selectedValue={current}
      selectTabOnFocus
      onTabSelect={(_, { value }) => onPick(value as string)}
    >
      {items.map(({ key, label: word, name, count }) => (
        <Tab key={key} value={key} aria-label={name} aria-controls={panelId}>
          {word}
          {count > 0 && <span className={styles.panelCount}>{count > 99 ? '99+' : count}</span>}
        </Tab>
      ))}
    </TabList>
  );
}

/** What a theme looks like, in small; every value is a colour. */
export interface PreviewColours {
  canvas: string;
  nav: string;
  navText: string;
  navSelected: string;
  navBar: string;
  top: string;
  topText: string;
  card: string;
  line: string;
  text: string;
  primary: string;
  selected: string;
}

/** A theme drawn: sidebar, top bar and a card with its button. */
export function ThemePreview({ colours: c }: { colours: PreviewColours }) {
  return (
    <svg className={styles.themePreview} viewBox="0 0 160 88" aria-hidden="true" focusable="false">
      <rect width="160" height="88" fill={c.canvas} />
      <rect x="44" width="116" height="14" fill={c.top} />
      <path d="M44 14.5h116" stroke={c.line} />
      <path d="M52 7h16M74 7h10" stroke={c.topText} strokeWidth="3" strokeLinecap="round" />
      {/* A gradient is a paint that only CSS knows. */}
      <foreignObject width="44" height="88">
        <div style={{ height: '100%', background: c.nav }} />
      </foreignObject>
      <rect x="5" y="5" width="8" height="8" rx="2" fill={c.primary} />
      <rect x="3" y="32" width="38" height="12" rx="2" fill={c.navSelected} />
      <rect x="3" y="34" width="2" height="8" rx="1" fill={c.navBar} />
      <path d="M10 26h22M10 38h26M10 50h18M10 62h22" stroke={c.navText} strokeWidth="3" strokeLinecap="round" />
      <rect x="50.5" y="20.5" width="103" height="61" rx="4" fill={c.card} stroke={c.line} />
      <rect x="126" y="26" width="22" height="9" rx="2" fill={c.primary} />
      <rect x="51" y="41" width="102" height="12" fill={c.selected} />
      <rect x="51" y="41" width="2" height="12" fill={c.primary} />
      <path d="M57 30.5h30M57 47h44M57 61h38M57 73h50" stroke={c.text} strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}

export interface ColourPickerProps {
  /** `#rrggbb` in force. */
  value: string;
  presets: readonly { hex: string; name: string }[];
  onPick(hex: string): void;
  /** The colour as it is being typed; '' while nobody types. */
  typed: string;
  onType(text: string): void;
  /** Undefined while the theme's own colour is in force. */
  onReset?(): void;
  words: {
    presets: string;
    own: string;
    hex: string;
    problem: string;
    reset: string;
    apply: string;
    note: string;
  };
  /** What is typed as a colour, '' if it is none. */
  colourOf(text: string): string;
}

export function ColourPicker({ value, presets, onPick, typed, onType, onReset, words, colourOf }: ColourPickerProps) {
  const [isLeft, setLeft] = useState(false);
  const wanted = colourOf(typed);
  // Half a colour is no mistake while it is being typed.
  const isWrong = isLeft && typed !== '' && wanted === '';
  return (
    <form
      className={styles.colourPicker}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted) onPick(wanted);
        else setLeft(true);
      }}
    >
      <fieldset className={styles.colourPresets} aria-label={words.presets}>
        {presets.map(({ hex, name }) => (
          <button
            key={hex}
            type="button"
            className={styles.colourPreset}
            style={{ background: hex }}
            aria-label={`${name} ${hex}`}
            title={`${name} ${hex}`}
            aria-pressed={hex === value}
            onClick={() => onPick(hex)}
          >
            {hex === value && <Icon name="checkmark" size={16} />}
          </button>
        ))}
      </fieldset>
      <div className={styles.colourOwn}>
        <input
          type="color"
          className={styles.colourNative}
          aria-label={words.own}
          title={words.own}
          value={wanted || value}
          onChange={({ currentTarget }) => onPick(currentTarget.value)}
        />
        <TextInput
          aria-label={words.hex}
          aria-invalid={isWrong || undefined}
          spellCheck={false}
          maxLength={7}
          value={typed || value}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onBlur={() => setLeft(true)}
          onChange={(text) => {
            setLeft(false);
            onType(text);
          }}
        />
        <Button type="submit">{words.apply}</Button>
      </div>
      <FieldNote tone={isWrong ? 'problem' : 'plain'}>{isWrong ? words.problem : words.note}</FieldNote>
      {onReset && (
        <button type="button" className={text.link} onClick={onReset}>
          {words.reset}
        </button>
      )}
    </form>
  );
}
