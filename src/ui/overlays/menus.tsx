import { type KeyboardEvent, type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import { lazily } from '../layout/lazily';
import type { MenuBelowProps, MenuFact, MenuGroup, PanelBelowProps } from './below';

export type { MenuEntry, MenuFact, MenuGroup } from './below';

const below = () => import(/* webpackChunkName: "below" */ './below');
const LateMenu = lazily(() => below().then((it) => ({ default: it.MenuBelow })));
const LatePanel = lazily(() => below().then((it) => ({ default: it.PanelBelow })));

/** A menu that is open for as long as it is mounted. */
export const MenuBelow = (props: MenuBelowProps) => (
  <Suspense fallback={null}>
    <LateMenu {...props} />
  </Suspense>
);
/** A panel that is open for as long as it is mounted. */
export const PanelBelow = (props: PanelBelowProps) => (
  <Suspense fallback={null}>
    <LatePanel {...props} />
  </Suspense>
);

export const bringBelow = (): void => {
  LateMenu.bring();
  LatePanel.bring();
};
/** For a button with something below it: that is fetched when a hand or the focus is on the button. */
export const nearby = { onPointerEnter: bringBelow, onFocus: bringBelow };

export type MenuTrigger = typeof nearby & {
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  onClick(event: MouseEvent<HTMLElement>): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
};

/** A button with a menu below it. */
export const MenuButton = ({
  groups,
  facts,
  onOpen,
  children,
}: {
  groups: readonly MenuGroup[];
  facts?: readonly MenuFact[];
  onOpen?(): void;
  /** Draws the button. */
  children(trigger: MenuTrigger): ReactNode;
}) => {
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const open = (from: HTMLElement) => {
    setOpener(from);
    onOpen?.();
  };
  return (
    <>
      {children({
        ...nearby,
        'aria-haspopup': 'menu',
        'aria-expanded': opener !== null,
        onClick: ({ currentTarget }) => (opener ? setOpener(null) : open(currentTarget)),
        onKeyDown(event) {
          if (event.key !== 'ArrowDown' || opener) return;
          event.preventDefault();
          open(event.currentTarget);
        },
      })}
      {opener && <MenuBelow inline groups={groups} facts={facts} opener={opener} onClose={() => setOpener(null)} />}
    </>
  );
};
