import { screenLock } from '../../../src/store/auth/screenLock';
import { keyPrefix } from '../../../src/world/storage';
import { windowMessages } from '../../../src/world/windows';

const lockKey = `${keyPrefix}${screenLock.name}`;

/** What a window hears when another one writes the entry of the lock. */
function heardOn(event: { key: string | null; newValue: string | null }) {
  const listeners: ((event: object) => void)[] = [];
  Object.assign(globalThis, {
    BroadcastChannel: undefined,
    addEventListener: (_type: string, listener: (event: object) => void) => listeners.push(listener),
  });
  const heard: unknown[] = [];
  windowMessages().listen((message) => heard.push(message));
  for (const listener of listeners) listener(event);
  return heard;
}

it.each([
  ['a lock that is written', { key: lockKey, newValue: '{}' }, [{ kind: 'locked' }]],
  ['a lock that is taken away', { key: lockKey, newValue: null }, [{ kind: 'storageCleared' }]],
  ['emptied storage', { key: null, newValue: null }, [{ kind: 'storageCleared' }]],
  ['another entry', { key: `${keyPrefix}preferences`, newValue: '{}' }, []],
])('%s is received', (_case, event, expected) => {
  expect(heardOn(event)).toEqual(expected);
});
