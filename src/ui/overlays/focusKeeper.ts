import { type ComponentType, createElement, type ReactNode, useSyncExternalStore } from 'react';

let keeper: ComponentType | undefined;
let tell = () => {};

/**
 * Fluent's focus manager comes with the first part that needs it (a dialog, a menu, a panel) and would go with its last
 * user: a dialog that were the last would take it away before the page behind has been shown to screen readers again.
 * Those parts hand in here what keeps it alive, and the frame draws that from then on.
 */
export const keepFocusManager = (part: ComponentType): void => {
  keeper = part;
  tell();
};

const listen = (told: () => void) => {
  tell = told;
  return () => {
    tell = () => {};
  };
};
/** Drawn once, by the frame. */
export const FocusKeeper = (): ReactNode => {
  const part = useSyncExternalStore(
    listen,
    () => keeper,
    () => undefined,
  );
  return part ? createElement(part) : null;
};
