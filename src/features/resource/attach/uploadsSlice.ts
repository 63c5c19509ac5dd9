import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { partCount } from '../../../../contract/wire/attachments';
import { session } from '../../../store/session';
import type { PickedFile } from '../../../world/world';

/** `waiting` for its turn; `broken`: sent again by itself after a while; `checking`: the server reads it again. */
export type TransferState = 'waiting' | 'sending' | 'broken' | 'paused' | 'checking' | 'done' | 'failed';

/** One file on its way to the server. */
export interface Transfer extends Pick<PickedFile, 'file' | 'name' | 'size'> {
  key: string;
  state: TransferState;
  /** The server's id of the upload; '' before it has begun. */
  uploadId: string;
  /** Parts that the server has. */
  parts: number;
  /** The sentence of a refusal, or the key of a text of ours with a `*` before it. */
  problem: string;
}

/** Share of the file that has arrived, 0…1. */
export function shareOf({ parts, size, state }: Transfer): number {
  return state === 'done' ? 1 : parts / Math.max(1, partCount(size));
}

/** States in which nothing happens any more. */
export function isOver({ state }: Pick<Transfer, 'state'>): boolean {
  return state === 'done' || state === 'failed';
}

type Change = { key: string } & Partial<Pick<Transfer, 'state' | 'uploadId' | 'parts' | 'problem'>>;

/** Uploads of this window. They go on while the dialog is closed and other pages are open. */
export const uploads = createSlice({
  name: 'uploads',
  initialState: { isShown: false, list: [] as Transfer[] },
  reducers: {
    show(s) {
      s.isShown = true;
    },
    hide(s) {
      s.isShown = false;
      s.list = s.list.filter((one) => !isOver(one));
    },
    /** Opens the file dialog. */
    choose() {},
    /** Files were chosen or dropped; each gets a key. */
    added(s, { payload }: PayloadAction<{ key: string; file: PickedFile }[]>) {
      s.isShown = true;
      for (const { key, file } of payload)
        s.list.push({
          ...{ key, file: file.file, name: file.name, size: file.size },
          ...{ state: 'waiting', uploadId: '', parts: 0, problem: '' },
        });
    },
    dropped(_s, _action: PayloadAction<PickedFile[]>) {},
    changed(s, { payload: { key, ...change } }: PayloadAction<Change>) {
      const held = s.list.find((one) => one.key === key);
      if (held) Object.assign(held, change);
    },
    pause(s, { payload: key }: PayloadAction<string>) {
      const held = s.list.find((one) => one.key === key);
      if (held && !isOver(held) && held.state !== 'checking') held.state = 'paused';
    },
    /** Goes on after a pause, or begins again after a failure. */
    resume(s, { payload: key }: PayloadAction<string>) {
      const held = s.list.find((one) => one.key === key);
      if (held?.state === 'paused' || held?.state === 'failed') Object.assign(held, { state: 'waiting', problem: '' });
    },
    /** The person does not want it any more; the server drops what it has. */
    cancel(s, { payload: key }: PayloadAction<string>) {
      s.list = s.list.filter((one) => one.key !== key);
    },
  },
  extraReducers: (builder) =>
    builder.addCase(session.actions.signedOut, (s) => {
      s.isShown = false;
      s.list = [];
    }),
  selectors: {
    typed: ({ isShown, list }) => (isShown || list.length > 0 ? list.filter((one) => !isOver(one)).length : null),
    all: (s) => s,
    of: (s, key: string) => s.list.find((one) => one.key === key),
    /** Files whose turn will come. */
    waiting: (s) => s.list.filter(({ state }) => state === 'waiting'),
  },
});
