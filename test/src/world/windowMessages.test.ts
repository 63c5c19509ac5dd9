import { keyPrefix } from '../../../src/world/storage';
import { windowMessages } from '../../../src/world/windows';

/** What a window hears when another one writes the entry of the lock. */
const heardOn = (event: { key: string | null; newValue: string | null }) => {
  const listeners: ((event: object) => void)[] = [];
  Object.assign(globalThis, {
    BroadcastChannel: undefined,
    addEventListener: (_type: string, listener: (event: object) => void) => listeners.push(listener),
  });
  const heard: unknown[] = [];
  windowMessages().listen((message) => heard.push(message));
  for (const listener of listeners) listener(event);
  return heard;
};

it.each([
  ['a lock that is written', { key: `${keyPrefix}lock`, newValue: '{}' }, [{ kind: 'locked' }]],
  ['a lock that is taken away', { key: `${keyPrefix}lock`, newValue: null }, [{ kind: 'storageCleared' }]],
  ['an emptied shelf', { key: null, newValue: null }, [{ kind: 'storageCleared' }]],
  ['another entry', { key: `${keyPrefix}look`, newValue: '{}' }, []],
])('%s is heard', (_case, event, expected) => {
  expect(heardOn(event)).toEqual(expected);
});
