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
  /** Language of the label, if it is not that of the page. */
  lang?: string;
  isOff?: boolean;
  /** Why it is off. */
  title?: string;
  /** Of radio entries: whether this one is chosen. */
  isOn?: boolean;
  act(): void;
}
export interface MenuGroup {
  key: string;
  entries: readonly MenuEntry[];
  /** Shown on wide or on narrow screens only. */
  only?: 'wide' | 'narrow';
  /** A line follows. */
  hasLine?: boolean;
}

/** A line of information above the entries. */
export interface MenuFact {
  key: string;
  label: string;
  value: string;
}

interface ListProps {
  groups: readonly MenuGroup[];
  facts?: readonly MenuFact[] | undefined;
  label?: string | null;
  /** Returns the focus to the opener before a command runs, because a dialog of the command returns it there. */
  before?(): void;
}

/** The chosen radio entries; all of them share one name. */
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

/** Within the window: entries that do not fit are scrolled to. */
const below = { position: 'below', autoSize: true, overflowBoundaryPadding: 8 } as const;

export interface MenuBelowProps extends ListProps {
  /** Gets the focus back when the menu closes. */
  opener: HTMLElement;
  /** Position in the window (px); by default below the opener. */
  at?: { x: number; y: number };
  align?: 'start' | 'end';
  /** Accessible name; by default that of the opener. */
  label?: string;
  onClose(): void;
}

/** Unless a dialog or page of the command has taken the focus. */
function focusOpener(opener: HTMLElement) {
  const { ownerDocument: page } = opener;
  queueMicrotask(() => (page.activeElement ?? page.body) === page.body && opener.focus());
}

/** A menu that is open while it is mounted: shared by the rows of a table, or at a point of the window. */
export function MenuBelow({ groups, facts, opener, at, align = 'start', label, onClose }: MenuBelowProps) {
  const close: MenuProps['onOpenChange'] = (event, { open }) => {
    // The opener handles its own clicks.
    if (open || opener.contains(event.target as Node | null)) return;
    onClose();
    focusOpener(opener);
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
  /** Gets the focus when the panel closes; by default the opener. */
  focusTo?: HTMLElement;
  label: string;
  children: ReactNode;
  onClose(): void;
}

/** A panel that is open while it is mounted and traps the focus. */
export function PanelBelow({ opener, focusTo = opener, label, children, onClose }: PanelBelowProps) {
  // Not on the surface, where Fluent ignores the function that the ref returns.
  const end = useCallback(() => () => focusOpener(focusTo), [focusTo]);
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
