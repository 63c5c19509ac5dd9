import type { Action } from '@reduxjs/toolkit';
import { put, takeEvery } from 'redux-saga/effects';
import { pressed, tabKeys } from '../../store/navigation/keys';
import { panel } from '../../store/navigation/panel';
import { tabs } from '../../store/navigation/route';
import type { World } from '../../world/world';
import { ask, type Saga } from '../effects';

/** The command of a combination; any other combination belongs to a control of the page. */
const commands: Record<string, () => Action> = {
  'Ctrl+K': () => panel.actions.show('search'),
  '?': () => panel.actions.show('keys'),
  ...Object.fromEntries(tabKeys.map((combo, at) => [combo, () => tabs.actions.showTab(at + 1)])),
  'Alt+W': () => tabs.actions.closeShown(),
};

function* press(world: World, { payload: combo }: ReturnType<typeof pressed>): Saga {
  const command = commands[combo];
  if (command) yield put(command());
  else yield* ask(world, 'press', combo);
}

export function* keysSaga(world: World): Saga {
  yield takeEvery(pressed, press, world);
}
