import type { Feature } from '../features/feature';
import { addChunk } from '../features/registry';
import { frameSaga } from '../sagas/frame';
import { dict } from '../store/dict';
import { inbox } from '../store/inbox';
import { logView } from '../store/logView';
import { lookup } from '../store/lookup';
import { panel, panelsName } from '../store/panel';
import { password } from '../store/password';
import { roleConflicts } from '../store/roleConflicts';
import { search } from '../store/search';
import { standing } from '../store/standing';
import { switcher } from '../store/switcher';
import { FramedRoutes } from './FramedRoutes';

addChunk(panelsName, () => import('./panels'));
addChunk('registration', () => import('./registration'));

/** What draws the frame, and the state and sagas that every page inside it leans on. */
export const feature: Feature = {
  name: 'frame',
  slices: [dict, lookup, password, panel, search, inbox, logView, roleConflicts, standing, switcher],
  saga: frameSaga,
  pages: { '': FramedRoutes },
};
