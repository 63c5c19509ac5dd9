import { bringBelow } from '../ui/overlays/menus';
import { bringDialogs } from './frame/Overlay';

/**
 * Menus, panels and dialogs: nobody who comes in waits for them, and once somebody wants one it should be there, also
 * when the line is down.
 */
export const bringSpare = (): void => {
  bringBelow();
  bringDialogs();
};
