/** Lists that the server makes in the background: asked for, followed, and fetched. */
import { call } from 'redux-saga/effects';
import type { Transfer } from '../../contract/wire/transfer';
import type { World } from '../world/world';
import { receive } from './crud/receiving';
import type { Saga } from './effects';
import { request } from './request';

export const transferUrl = '/blade-desk/transfer';
/** How often the page asks how far a file is, in ms. */
export const followEveryMs = 1_500;

/** One's own exports, the newest first. */
export function* listTransfers(world: World): Saga<Transfer[]> {
  const question = { method: 'GET', url: `${transferUrl}/list` } as const;
  const rows: unknown = yield call(request, world, question, { quiet: true });
  return Array.isArray(rows) ? (rows as Transfer[]) : [];
}

/** `verb`: cancel, remove, again. */
export function* actOnTransfer(world: World, verb: 'cancel' | 'remove' | 'again', id: string): Saga {
  yield call(request, world, { method: 'POST', url: `${transferUrl}/${verb}`, body: { id } });
}

/** Lets the browser save the file of an export. Answers its name. */
export function saveTransfer(world: World, id: string): Saga<string> {
  const question = { method: 'GET', url: `${transferUrl}/download`, query: { id }, isFile: true } as const;
  return receive(world, () => request(world, question));
}
