import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** A file as the preview answers it. */
export interface PreviewedFile {
  path: string;
  text: string;
}

/** The setting whose files are shown; `files` is null while they load. `trouble`: why they could not be made. */
interface Shown {
  id: string;
  name: string;
  files: PreviewedFile[] | null;
  current: string;
  trouble: string | null;
}

export const generator = createSlice({
  name: 'codeGenerator',
  initialState: { shown: null as Shown | null, isMaking: false, suggested: {} as Record<string, string> },
  reducers: {
    /** Ids of the settings. */
    generate(s, _action: PayloadAction<readonly string[]>) {
      s.isMaking = true;
    },
    ended(s) {
      s.isMaking = false;
    },
    copy(_s, _action: PayloadAction<string>) {},
    /** What was proposed for the form: it follows another choice of the model, as long as it was not changed. */
    suggest(s, { payload }: PayloadAction<Record<string, string>>) {
      s.suggested = payload;
    },
    show(s, { payload }: PayloadAction<{ id: string; name: string }>) {
      s.shown = { ...payload, files: null, current: '', trouble: null };
    },
    loaded(s, { payload: { id, files } }: PayloadAction<{ id: string; files: PreviewedFile[] }>) {
      if (s.shown?.id === id) Object.assign(s.shown, { files, current: files[0]?.path ?? '' });
    },
    lost(s, { payload: { id, trouble } }: PayloadAction<{ id: string; trouble: string }>) {
      if (s.shown?.id === id) s.shown.trouble = trouble;
    },
    choose(s, { payload }: PayloadAction<string>) {
      if (s.shown) s.shown.current = payload;
    },
    close(s) {
      s.shown = null;
    },
  },
  selectors: { shown: (s) => s.shown, isMaking: (s) => s.isMaking, suggested: (s) => s.suggested },
});
