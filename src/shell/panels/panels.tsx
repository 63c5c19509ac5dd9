import type { ComponentType } from 'react';
import type { Feature } from '../../features/crud/feature';
import { type Panel, panelsName } from '../../store/navigation/panel';
import { lazily } from '../../ui/layout/lazily';
import { ColourPanel } from './ColourPanel';
import { InboxPanel } from './InboxPanel';
import { KeysDialog } from './KeysDialog';
import { LogDialog } from './LogDialog';
import { SearchDialog } from './SearchDialog';
import { SwitchDialog } from './SwitchDialog';
import { ThemeDialog } from './ThemeDialog';

// Few people open the help in a session, and its code is larger than that of all other panels.
const HelpDrawer = lazily(() =>
  import(/* webpackChunkName: "help" */ './HelpDrawer').then((it) => ({ default: it.HelpDrawer })),
);
const TourPanel = lazily(() =>
  import(/* webpackChunkName: "help" */ './TourPanel').then((it) => ({ default: it.TourPanel })),
);

const pages: Record<Panel, ComponentType> = {
  search: SearchDialog,
  theme: ThemeDialog,
  colour: ColourPanel,
  inbox: InboxPanel,
  logs: LogDialog,
  keys: KeysDialog,
  switcher: SwitchDialog,
  help: HelpDrawer,
  tour: TourPanel,
};

/** All dialogs and panels above the page, in one chunk that is loaded on demand. */
export const feature: Feature = { name: panelsName, slices: [], pages };
