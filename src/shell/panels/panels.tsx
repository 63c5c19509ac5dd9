import type { ComponentType } from 'react';
import type { Feature } from '../../features/crud/feature';
import { type Panel, panelsName } from '../../store/navigation/panel';
import { ColourPanel } from './ColourPanel';
import { InboxPanel } from './InboxPanel';
import { KeysDialog } from './KeysDialog';
import { LogDialog } from './LogDialog';
import { SearchDialog } from './SearchDialog';
import { SwitchDialog } from './SwitchDialog';
import { ThemeDialog } from './ThemeDialog';

const pages: Record<Panel, ComponentType> = {
  search: SearchDialog,
  theme: ThemeDialog,
  colour: ColourPanel,
  inbox: InboxPanel,
  logs: LogDialog,
  keys: KeysDialog,
  switcher: SwitchDialog,
};

/** All dialogs and panels above the page, in one chunk that is loaded on demand. */
export const feature: Feature = { name: panelsName, slices: [], pages };
