import { type HTMLAttributes, type KeyboardEvent, type MouseEvent, type ReactNode, type Ref, useState } from 'react';
import type { IconName } from '../icons/Icon';
import { onDemand } from './onDemand';

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

export interface ListProps {
  groups: readonly MenuGroup[];
  facts?: readonly MenuFact[] | undefined;
  label?: string | null;
  /** Returns the focus to the opener before a command runs, because a dialog of the command returns it there. */
  before?(): void;
}

export interface MenuBelowProps extends ListProps {
  /** Gets the focus back when the menu closes. */
  opener: HTMLElement;
  /** Position in the window (px); by default below the opener. */
  at?: { x: number; y: number };
  align?: 'start' | 'end';
  /** Accessible name; by default that of the opener. */
  label?: string;
  /** In the document it follows the opener, instead of the page. */
  isInline?: boolean;
  onClose(): void;
}

/** A menu that is open while it is mounted: shared by the rows of a table, or at a point of the window. */
export const MenuBelow = onDemand<MenuBelowProps>(() =>
  import(/* webpackChunkName: "overlays" */ './MenuSurface').then(({ MenuSurface }) => MenuSurface),
);

export interface PanelBelowProps {
  opener: HTMLElement;
  /** Gets the focus when the panel closes; by default the opener. */
  focusTo?: HTMLElement;
  label: string;
  children: ReactNode;
  onClose(): void;
}

/** A panel that is open while it is mounted and traps the focus. */
export const PanelBelow = onDemand<PanelBelowProps>(() =>
  import(/* webpackChunkName: "overlays" */ './PanelSurface').then(({ PanelSurface }) => PanelSurface),
);

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
  /** Set while the menu is open. */
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const open = ({ currentTarget }: MouseEvent<HTMLElement> | KeyboardEvent<HTMLElement>) => {
    onOpen?.();
    setOpener(currentTarget);
  };
  return (
    <>
      {children({
        'aria-haspopup': 'menu',
        'aria-expanded': opener ? true : undefined,
        onPointerEnter: MenuBelow.bring,
        onFocus: MenuBelow.bring,
        onClick: (event) => (opener ? setOpener(null) : open(event)),
        onKeyDown(event) {
          if (event.key !== 'ArrowDown' || opener) return;
          event.preventDefault();
          open(event);
        },
      })}
      {opener && <MenuBelow groups={groups} facts={facts} opener={opener} isInline onClose={() => setOpener(null)} />}
    </>
  );
}
