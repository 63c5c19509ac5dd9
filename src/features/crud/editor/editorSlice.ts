import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { PickedFile } from '../../../world/world';

/** An uploaded picture that is to be inserted. */
export interface Insert {
  key: number;
  url: string;
  alt: string;
}
export interface EditorState {
  /** HTML; '' when empty. */
  html: string;
  /** Increases when the text is set from outside, so that the editor resets. */
  edition: number;
  /** Number of running uploads and of finished ones; null without any. */
  progress: { total: number; done: number } | null;
  inserts: Insert[];
}
const blank: EditorState = { html: '', edition: 0, progress: null, inserts: [] };

/** Rich texts being edited, by the name of the editor: several can be open. */
export const editor = createSlice({
  name: 'editor',
  initialState: { byName: {} as Record<string, EditorState>, next: 1 },
  reducers: {
    /** Sets the text. */
    fill(s, { payload: { name, html } }: PayloadAction<{ name: string; html: string }>) {
      const { edition, progress } = s.byName[name] ?? blank;
      s.byName[name] = { ...blank, html, edition: edition + 1, progress };
    },
    typed(s, { payload: { name, html } }: PayloadAction<{ name: string; html: string }>) {
      s.byName[name] = { ...(s.byName[name] ?? blank), html };
    },
    /** Typing has paused: for validation and saving. */
    changed(_s, _action: PayloadAction<{ name: string; html: string }>) {},
    /** Opens the file dialog and uploads the chosen pictures. */
    choosePictures(_s, _action: PayloadAction<{ name: string }>) {},
    /** Uploads pictures that were chosen, pasted or dropped. */
    sendPictures(_s, _action: PayloadAction<{ name: string; files: PickedFile[] }>) {},
    began(s, { payload: { name, count } }: PayloadAction<{ name: string; count: number }>) {
      const held = s.byName[name] ?? blank;
      const { total, done } = held.progress ?? { total: 0, done: 0 };
      s.byName[name] = { ...held, progress: { total: total + count, done } };
    },
    /** One upload has succeeded or failed. */
    ended(s, { payload: { name } }: PayloadAction<{ name: string }>) {
      const progress = s.byName[name]?.progress;
      if (progress) progress.done += 1;
    },
    /** All uploads are finished and the complete progress bar was shown. */
    settled(s, { payload: { name } }: PayloadAction<{ name: string }>) {
      const held = s.byName[name];
      if (held?.progress && held.progress.done >= held.progress.total) held.progress = null;
    },
    /** Uploaded pictures: the editor inserts them at the cursor and confirms it. */
    uploaded(s, { payload: { name, pictures } }: PayloadAction<{ name: string; pictures: Omit<Insert, 'key'>[] }>) {
      const held = s.byName[name];
      if (!held) return;
      held.inserts.push(...pictures.map((picture, index) => ({ ...picture, key: s.next + index })));
      s.next += pictures.length;
    },
    inserted(s, { payload: { name, keys } }: PayloadAction<{ name: string; keys: number[] }>) {
      const held = s.byName[name];
      if (held) held.inserts = held.inserts.filter(({ key }) => !keys.includes(key));
    },
    /** Closes the editor and cancels its uploads. */
    dropped(s, { payload: { name } }: PayloadAction<{ name: string }>) {
      delete s.byName[name];
    },
  },
  selectors: {
    of: (s, name: string): EditorState => s.byName[name] ?? blank,
    html: (s, name: string): string => s.byName[name]?.html ?? '',
  },
});
