import { loadTexts } from '../i18n/language';
import { Drawer } from '../ui/layout/frame';
import { bringFinder } from '../ui/overlays/FinderField';
import { MenuBelow, PanelBelow } from '../ui/overlays/menus';
import { Flyout } from '../ui/tree/NavTree';
import { bringDialogs } from './frame/Overlay';

/**
 * What opens at a press is loaded after the first page, when nothing else is to do, so that it opens without delay and
 * without a connection.
 */
export function bringSpare(): void {
  for (const { bring } of [MenuBelow, PanelBelow, Drawer, Flyout]) bring();
  bringFinder();
  loadTexts('pages').catch(() => undefined); // the page that needs them reports it
  bringDialogs();
}
