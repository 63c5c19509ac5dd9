import { masked } from '../../../contract/wire/secrets';
import { missingCapability } from '../../store/environment';
import { log } from '../../store/log';
import { route } from '../../store/navigation/route';
import { preferences } from '../../store/preferences';
import { push } from '../../store/push';
import { started } from '../../store/started';
import { heard, resumed, suspended } from '../../store/windows';
import { putBySaga } from './putBySaga';

const facts = [
  heard,
  resumed,
  suspended,
  push.actions.arrived,
  preferences.actions.filled,
  preferences.actions.measured,
  log.actions.failedOften,
  missingCapability,
];
/** Reported by the browser and not done by the person: it stays true whichever state is shown. */
export function isFact(action: unknown): boolean {
  return facts.some((fact) => fact.match(action));
}

function dispatcherOf(action: object): 'saga' | 'browser' | 'person' {
  if (putBySaga in action) return 'saga';
  return isFact(action) || route.actions.moved.match(action) || started.match(action) ? 'browser' : 'person';
}

/** One sign-in takes about sixty actions; the tools themselves keep fifty. */
const keptActions = 500;

/** What developer tools get to see of a store: every action, which says who dispatched it, and every state. */
export function toolsOptions(name: string) {
  return {
    name,
    trace: true,
    maxAge: keptActions,
    actionSanitizer<A extends object>(action: A): A {
      const { meta } = action as { meta?: object };
      return masked({ ...action, meta: { ...meta, by: dispatcherOf(action) } });
    },
    stateSanitizer: masked,
  };
}
