import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Profile, ProfileDraft, ProfileField, ProfileProblems } from '../../../../contract/wire/profile';
import { profile as fields } from '../../../../contract/wire/profile';

const names = Object.keys(fields) as ProfileField[];

/** The code and password that prove the new number. */
export const proofNames = ['smsCode', 'password'] as const;
export type ProofName = (typeof proofNames)[number];
export type ProofProblem = 'required' | 'first' | 'profile.wrongPassword' | 'auth.badCode';

export interface ProfileState {
  part: 'info' | 'password';
  /** The profile as the server last sent it; null until then. */
  held: Profile | null;
  draft: ProfileDraft | null;
  problems: ProfileProblems;
  proof: Record<ProofName, string>;
  proofProblems: Partial<Record<ProofName, ProofProblem>>;
  /** The code that was sent: its id and number; in test mode the code itself. */
  sent: { id: string; phone: string; testCode: string };
  isSending: boolean;
  /** Seconds until another code can be requested. */
  seconds: number;
  isSaving: boolean;
  isUploading: boolean;
  /** The problem of the chosen picture; '' without one. */
  pictureProblem: string;
  /** Why loading failed: the server's message, '' when it did not answer; null without an error. */
  lost: string | null;
}
const blank: ProfileState = {
  part: 'info',
  held: null,
  draft: null,
  problems: {},
  proof: { smsCode: '', password: '' },
  proofProblems: {},
  sent: { id: '', phone: '', testCode: '' },
  isSending: false,
  seconds: 0,
  isSaving: false,
  isUploading: false,
  pictureProblem: '',
  lost: null,
};
function draftOf(held: Profile) {
  return Object.fromEntries(names.map((name) => [name, held[name] ?? ''])) as ProfileDraft;
}

export function isChanged({ held, draft }: Pick<ProfileState, 'held' | 'draft'>): boolean {
  return held !== null && draft !== null && names.some((name) => draft[name] !== (held[name] ?? ''));
}

/** Whether the number differs from the saved one. */
export function isPhoneChanged({ held, draft }: Pick<ProfileState, 'held' | 'draft'>): boolean {
  return held !== null && draft !== null && draft.phone.trim() !== held.phone;
}

/** Clears code and password. */
function unproven(s: ProfileState) {
  s.proof = blank.proof;
  s.proofProblems = {};
  s.sent = blank.sent;
}

/** The user's own profile. */
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
    prove(s, { payload: { name, value } }: PayloadAction<{ name: ProofName; value: string }>) {
      s.proof[name] = value;
      delete s.proofProblems[name];
    },
    /** Requests a code for the new number. */
    sendCode(s) {
      s.isSending = true;
      delete s.problems.phone;
    },
    codeSent(s, { payload }: PayloadAction<ProfileState['sent']>) {
      s.isSending = false;
      s.sent = payload;
      s.proof.smsCode = '';
      delete s.proofProblems.smsCode;
    },
    codeMisjudged(s, { payload }: PayloadAction<ProfileProblems>) {
      s.isSending = false;
      s.problems = { ...s.problems, ...payload };
    },
    counted(s, { payload }: PayloadAction<number>) {
      s.seconds = payload;
    },
    proofMisjudged(s, { payload }: PayloadAction<ProfileState['proofProblems']>) {
      s.isSaving = false;
      s.proofProblems = payload;
    },
    chooseAvatar(s) {
      s.pictureProblem = '';
    },
    uploadBegan(s) {
      s.isUploading = true;
    },
    /** The upload has ended, with its problem or ''. */
    uploadEnded(s, { payload }: PayloadAction<string>) {
      s.isUploading = false;
      s.pictureProblem = payload;
    },
    save(s) {
      s.isSaving = true;
      s.problems = {};
      s.proofProblems = {};
    },
    misjudged(s, { payload }: PayloadAction<ProfileProblems>) {
      s.isSaving = false;
      s.problems = payload;
    },
    saved(s, { payload }: PayloadAction<Profile>) {
      s.isSaving = false;
      s.held = payload;
      s.draft = draftOf(payload);
      s.pictureProblem = '';
      unproven(s);
    },
    saveFailed(s) {
      s.isSaving = false;
    },
    /** Resets to the saved profile. */
    undo(s) {
      if (s.held) s.draft = draftOf(s.held);
      s.problems = {};
      s.pictureProblem = '';
      unproven(s);
    },
    dropped: () => blank,
  },
  selectors: { all: (s) => s },
});
