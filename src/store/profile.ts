import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Profile, ProfileDraft, ProfileField, ProfileProblems } from '../../contract/profile';
import { profile as fields } from '../../contract/profile';

const names = Object.keys(fields) as ProfileField[];

export interface ProfileState {
  part: 'info' | 'password';
  /** As the server last told it; null until it has. */
  held: Profile | null;
  draft: ProfileDraft | null;
  problems: ProfileProblems;
  /** How often a problem was met: the page puts the focus on the first one each time. */
  attempts: number;
  isSaving: boolean;
  isUploading: boolean;
  /** What is wrong with the chosen picture; '' for nothing. */
  pictureProblem: string;
  /** Why there is nothing to show: the server's words, '' when nothing answered; null when there is something. */
  lost: string | null;
}
const blank: ProfileState = {
  part: 'info',
  held: null,
  draft: null,
  problems: {},
  attempts: 0,
  isSaving: false,
  isUploading: false,
  pictureProblem: '',
  lost: null,
};
const draftOf = (held: Profile) => Object.fromEntries(names.map((name) => [name, held[name] ?? ''])) as ProfileDraft;

export const isChanged = ({ held, draft }: Pick<ProfileState, 'held' | 'draft'>): boolean =>
  held !== null && draft !== null && names.some((name) => draft[name] !== (held[name] ?? ''));

/** One's own card. */
export const profile = createSlice({
  name: 'profile',
  initialState: blank,
  reducers: {
    turn(s, { payload }: PayloadAction<ProfileState['part']>) {
      s.part = payload;
    },
    load(s) {
      s.lost = null;
    },
    received(s, { payload }: PayloadAction<Profile>) {
      const isDirty = isChanged(s);
      s.held = payload;
      if (!isDirty) s.draft = draftOf(payload);
    },
    lost(s, { payload }: PayloadAction<string>) {
      s.lost = payload;
    },
    typed(s, { payload: { name, value } }: PayloadAction<{ name: ProfileField; value: string }>) {
      if (s.draft) s.draft[name] = value;
      delete s.problems[name];
    },
    chooseAvatar(s) {
      s.pictureProblem = '';
    },
    uploadBegan(s) {
      s.isUploading = true;
    },
    /** Over, with what was wrong or with ''. */
    uploadEnded(s, { payload }: PayloadAction<string>) {
      s.isUploading = false;
      s.pictureProblem = payload;
    },
    save(s) {
      s.isSaving = true;
      s.problems = {};
    },
    misjudged(s, { payload }: PayloadAction<ProfileProblems>) {
      s.isSaving = false;
      s.problems = payload;
      s.attempts += 1;
    },
    saved(s, { payload }: PayloadAction<Profile>) {
      s.isSaving = false;
      s.held = payload;
      s.draft = draftOf(payload);
      s.pictureProblem = '';
    },
    saveFailed(s) {
      s.isSaving = false;
    },
    /** Back to what the server has. */
    undo(s) {
      if (s.held) s.draft = draftOf(s.held);
      s.problems = {};
      s.pictureProblem = '';
    },
    dropped: () => blank,
  },
  selectors: { all: (s) => s },
});
