import {
  Menu,
  MenuDivider,
  MenuItem,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  type MenuProps,
  MenuTrigger,
  Popover,
  PopoverSurface,
} from '@fluentui/react-components';
import { Fragment, type HTMLAttributes, type ReactNode, type Ref, useCallback, useId } from 'react';
import { Icon, type IconName } from '../icons/Icon';
import styles from './menus.module.css';

export interface MenuEntry {
  key: string;
  label: string;
  icon?: IconName;
  /** Language of the label where it is not that of the page. */
  lang?: string;
  /** Cannot be chosen now. */
  isOff?: boolean;
  /** Why not. */
  title?: string;
  /** Of entries of which one holds: whether this one does. */
  isOn?: boolean;
  act(): void;
}
/** Entries that belong together. */
export interface MenuGroup {
  key: string;
  entries: readonly MenuEntry[];
  /** Shown where the bar has room, or where it has none. */
  only?: 'wide' | 'narrow';
  /** Set apart from what follows. */
  hasLine?: boolean;
}

/** Something to know, above what can be done. */
export interface MenuFact {
  key: string;
  label: string;
  value: string;
}

interface ListProps {
  groups: readonly MenuGroup[];
  facts?: readonly MenuFact[] | undefined;
  label?: string | null;
  /** Takes the focus back before a command runs: a question that it asks returns the focus to where it is now. */
  before?(): void;
}

/** The entries that hold, for Fluent's radio entries, which are all of one name. */
function checkedOf(groups: readonly MenuGroup[]) {
  return { one: groups.flatMap(({ entries }) => entries.filter(({ isOn }) => isOn).map(({ key }) => key)) };
}

function Entries({ groups, facts = [], label, before }: ListProps) {
  const factsId = useId();
  const entry = ({ key, label: word, icon, isOff = false, isOn, act, ...more }: MenuEntry) => {
    const shared = {
      ...more,
      icon: icon && <Icon name={icon} />,
      disabled: isOff,
      children: word,
      onClick() {
        before?.();
        act();
      },
    };
    return isOn === undefined ? (
      <MenuItem key={key} {...shared} />
    ) : (
      <MenuItemRadio key={key} name="one" value={key} {...shared} />
    );
  };
  return (
    <MenuPopover className={styles.popover}>
      {facts.length > 0 && (
        <dl id={factsId} className={styles.facts}>
          {facts.map(({ key, label: word, value }) => (
            <div key={key}>
              <dt>{word}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <MenuList
        {...(facts.length > 0 ? { 'aria-describedby': factsId } : {})}
        {...(label ? { 'aria-label': label } : {})}
      >
        {groups.map(({ key, entries, only, hasLine }) => (
          <Fragment key={key}>
            <div className={only && styles[only]}>{entries.map(entry)}</div>
            {hasLine && <MenuDivider className={only && styles[only]} />}
          </Fragment>
        ))}
      </MenuList>
    </MenuPopover>
  );
}

/** Within the window, whatever its size: what has no room is scrolled to. */
const below = { position: 'below', autoSize: true, overflowBoundaryPadding: 8 } as const;

export interface MenuBelowProps extends ListProps {
  /** What it belongs to, and what gets the focus back. */
  opener: HTMLElement;
  /** Where it drops from, px in the window; the opener itself if left out. */
  at?: { x: number; y: number };
  align?: 'start' | 'end';
  /** Name of the menu where the opener's own does not say it. */
  label?: string;
  onClose(): void;
}

/** Only when nothing else has taken the focus: a question that the command asks, the page it leads to. */
function giveBack(opener: HTMLElement) {
  const { ownerDocument: page } = opener;
  queueMicrotask(() => (page.activeElement ?? page.body) === page.body && opener.focus());
}

/** A menu that is open for as long as it is mounted: for the many buttons of a table, and at a point of the window. */
export function MenuBelow({ groups, facts, opener, at, align = 'start', label, onClose }: MenuBelowProps) {
  const close: MenuProps['onOpenChange'] = (event, { open }) => {
    // A click on the opener is the opener's business.
    if (open || opener.contains(event.target as Node | null)) return;
    onClose();
    giveBack(opener);
  };
  const target = at ? { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) } : opener;
  return (
    <Menu open checkedValues={checkedOf(groups)} onOpenChange={close} positioning={{ ...below, align, target }}>
      <Entries
        groups={groups}
        facts={facts}
        label={label ?? opener.getAttribute('aria-label') ?? opener.textContent}
        before={() => opener.focus()}
      />
    </Menu>
  );
}

export type MenuTriggerProps = HTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> };

/** A button with a menu below it. */
export function MenuButton({
  groups,
  facts,
  onOpen,
  children,
}: {
  groups: readonly MenuGroup[];
  facts?: readonly MenuFact[];
  onOpen?(): void;
  /** Draws the button. */
  children(trigger: MenuTriggerProps): ReactNode;
}) {
  return (
    <Menu
      inline
      checkedValues={checkedOf(groups)}
      onOpenChange={(_, { open }) => open && onOpen?.()}
      positioning={{ ...below, align: 'start' }}
    >
      <MenuTrigger disableButtonEnhancement>{(trigger) => <>{children(trigger as MenuTriggerProps)}</>}</MenuTrigger>
      <Entries groups={groups} facts={facts} />
    </Menu>
  );
}

export interface PanelBelowProps {
  opener: HTMLElement;
  label: string;
  children: ReactNode;
  onClose(): void;
}

/** A panel that is open for as long as it is mounted, and has the keyboard for itself. */
export function PanelBelow({ opener, label, children, onClose }: PanelBelowProps) {
  // Not on the surface: Fluent merges refs there and forgets what they return.
  const end = useCallback(() => () => giveBack(opener), [opener]);
  return (
    <Popover
      open
      trapFocus
      onOpenChange={(event, { open }) => {
        if (!open && !opener.contains(event.target as Node | null)) onClose();
      }}
      positioning={{ ...below, align: 'end', target: opener }}
    >
      <PopoverSurface className={styles.panel} aria-label={label}>
        {children}
        <span hidden ref={end} />
      </PopoverSurface>
    </Popover>
  );
}
