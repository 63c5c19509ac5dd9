import './fluentFocus';
import {
  Menu,
  MenuDivider,
  MenuItem,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  type MenuProps,
  Popover,
  PopoverSurface,
} from '@fluentui/react-components';
import { Fragment, type ReactNode, useCallback, useId } from 'react';
import { Icon, type IconName } from '../icons/Icon';

/** What drops from a button. Heavy, and needed by nobody who only looks: drawn through menus.tsx, which loads it late. */

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

export interface MenuBelowProps {
  groups: readonly MenuGroup[];
  facts?: readonly MenuFact[] | undefined;
  /** What it belongs to, and what gets the focus back. */
  opener: HTMLElement;
  /** Where it drops from, px in the window; the opener itself if left out. */
  at?: { x: number; y: number };
  align?: 'start' | 'end';
  /** Name of the menu where the opener's own does not say it. */
  label?: string;
  /** Drawn where the opener stands, in the colours of that place. */
  inline?: boolean;
  onClose(): void;
}

const giveBack = (opener: HTMLElement) =>
  // Only when nothing else has taken the focus: a question that the command asks, the page it leads to.
  queueMicrotask(() => {
    const { activeElement, body } = opener.ownerDocument;
    if (!activeElement || activeElement === body) opener.focus();
  });

/** A menu that is open for as long as it is mounted. */
export const MenuBelow = ({
  groups,
  facts = [],
  opener,
  at,
  align = 'start',
  label,
  inline = false,
  onClose,
}: MenuBelowProps) => {
  const factsId = useId();
  const close: MenuProps['onOpenChange'] = (event, { open }) => {
    // A click on the opener is the opener's business.
    if (open || opener.contains(event.target as Node | null)) return;
    onClose();
    giveBack(opener);
  };
  const entry = ({ key, label: word, icon, isOff, isOn, act, ...more }: MenuEntry) => {
    const shared = {
      ...more,
      icon: icon && <Icon name={icon} size={inline ? 20 : 16} />,
      disabled: isOff ?? false,
      onClick: () => {
        opener.focus(); // first: a question that the command asks gives the focus back to whoever has it now
        act();
      },
    };
    return isOn === undefined ? (
      <MenuItem key={key} {...shared}>
        {word}
      </MenuItem>
    ) : (
      <MenuItemRadio key={key} name="one" value={key} {...shared}>
        {word}
      </MenuItemRadio>
    );
  };
  const on = groups.flatMap(({ entries }) => entries).filter(({ isOn }) => isOn);
  const target = at ? { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) } : opener;
  return (
    <Menu
      open
      inline={inline}
      checkedValues={{ one: on.map(({ key }) => key) }}
      onOpenChange={close}
      positioning={{ position: 'below', align, target }}
    >
      <MenuPopover>
        {facts.length > 0 && (
          <dl id={factsId} className="menu-facts">
            {facts.map(({ key, label: word, value }) => (
              <div key={key}>
                <dt>{word}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        <MenuList
          aria-describedby={facts.length > 0 ? factsId : undefined}
          aria-label={label ?? opener.getAttribute('aria-label') ?? opener.textContent}
        >
          {groups.map(({ key, entries, only, hasLine }) => {
            const content = (
              <>
                {entries.map(entry)}
                {hasLine && <MenuDivider />}
              </>
            );
            return only ? (
              <div key={key} className={`${only}-only`}>
                {content}
              </div>
            ) : (
              <Fragment key={key}>{content}</Fragment>
            );
          })}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
};

export interface PanelBelowProps {
  opener: HTMLElement;
  label: string;
  children: ReactNode;
  onClose(): void;
}

/** A panel that is open for as long as it is mounted, and has the keyboard for itself. */
export const PanelBelow = ({ opener, label, children, onClose }: PanelBelowProps) => {
  // Not on the surface: Fluent merges refs there and forgets what they return.
  const end = useCallback(() => () => giveBack(opener), [opener]);
  return (
    <Popover
      open
      trapFocus
      onOpenChange={(event, { open }) => {
        if (!open && !opener.contains(event.target as Node | null)) onClose();
      }}
      positioning={{ position: 'below', align: 'end', overflowBoundaryPadding: 8, target: opener }}
    >
      <PopoverSurface className="panel" aria-label={label}>
        {children}
        <span hidden ref={end} />
      </PopoverSurface>
    </Popover>
  );
};
