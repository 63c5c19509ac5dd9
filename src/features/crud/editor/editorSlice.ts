import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { PickedFile } from '../../../world/world';

/** A picture that lies on the server and is to be put into the text. */
export interface Insert {
  key: number;
  url: string;
  alt: string;
}
export interface EditorState {
  /** The text as HTML; '' when there is none. */
  html: string;
  /** Goes up when the text comes from elsewhere: the editor begins anew with it. */
  edition: number;
  /** Pictures under way, and how many of them are through; null when there are none. */
  progress: { total: number; done: number } | null;
  inserts: Insert[];
}
const blank: EditorState = { html: '', edition: 0, progress: null, inserts: [] };

/** Rich text being written, by the name of the editor: several may be open. */
export const editor = createSlice({
  name: 'editor',
  initialState: { byName: {} as Record<string, EditorState>, next: 1 },
  reducers: {
    /** Begin with this text. */
    fill(s, { payload: { name, html } }: PayloadAction<{ name: string; html: string }>) {
      const { edition, progress } = s.byName[name] ?? blank;
      s.byName[name] = { ...blank, html, edition: edition + 1, progress };
    },
    typed(s, { payload: { name, html } }: PayloadAction<{ name: string; html: string }>) {
      s.byName[name] = { ...(s.byName[name] ?? blank), html };
    },
    /** Nothing has been typed for a moment: for whoever has more to do than to keep the text. */
    changed(_s, _action: PayloadAction<{ name: string; html: string }>) {},
    /** Let the person choose pictures and send them. */
    choosePictures(_s, _action: PayloadAction<{ name: string }>) {},
    /** Send pictures: chosen, pasted or dropped. */
    sendPictures(_s, _action: PayloadAction<{ name: string; files: PickedFile[] }>) {},
    began(s, { payload: { name, count } }: PayloadAction<{ name: string; count: number }>) {
      const held = s.byName[name] ?? blank;
      const { total, done } = held.progress ?? { total: 0, done: 0 };
      s.byName[name] = { ...held, progress: { total: total + count, done } };
    },
    /** One of them is through, well or badly. */
    ended(s, { payload: { name } }: PayloadAction<{ name: string }>) {
      const progress = s.byName[name]?.progress;
      if (progress) progress.done += 1;
    },
    /** Nothing is under way any more, and that has been seen. */
    settled(s, { payload: { name } }: PayloadAction<{ name: string }>) {
      const held = s.byName[name];
      if (held?.progress && held.progress.done >= held.progress.total) held.progress = null;
    },
    /** Pictures that lie on the server: the editor puts them where the cursor is, and says so. */
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
    /** The text is not written any more; what is under way for it is given up. */
    dropped(s, { payload: { name } }: PayloadAction<{ name: string }>) {
      delete s.byName[name];
    },
  },
  selectors: {
    of: (s, name: string): EditorState => s.byName[name] ?? blank,
    html: (s, name: string): string => s.byName[name]?.html ?? '',
  },
});
