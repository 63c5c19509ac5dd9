import type { Feature } from '../../features/crud/feature';
import { addChunk } from '../../features/registry';
import { frameSaga } from '../../sagas/frame';
import { markingTyped } from '../../sagas/navigation/typed';
import { roleConflicts } from '../../store/auth/roleConflicts';
import { standing } from '../../store/auth/standing';
import { switcher } from '../../store/auth/switcher';
import { dict } from '../../store/crud/dict';
import { inbox } from '../../store/inbox';
import { logView } from '../../store/logView';
import { panel, panelsName } from '../../store/navigation/panel';
import { search } from '../../store/navigation/search';
import { paper } from '../../store/paper';
import { push } from '../../store/push';
import { waiting } from '../../store/waiting';
import { FrameScreen } from './FrameScreen';

addChunk(panelsName, () => import('../panels/panels'));
addChunk('password', () => import('../panels/passwordChange'));
addChunk('registration', () => import('../login/registration'));

/** The frame with the shared state and sagas of its pages. */
export const feature: Feature = {
  name: 'frame',
  slices: [dict, panel, search, inbox, paper, push, logView, roleConflicts, standing, switcher, waiting],
  saga: frameSaga,
  watch: markingTyped,
  pages: { '': FrameScreen },
};
