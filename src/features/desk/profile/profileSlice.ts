import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Profile, ProfileDraft, ProfileField, ProfileProblems } from '../../../../contract/wire/profile';
import { profile as fields } from '../../../../contract/wire/profile';

const names = Object.keys(fields) as ProfileField[];

/** What proves that a new number is theirs. */
export const proofNames = ['smsCode', 'password'] as const;
export type ProofName = (typeof proofNames)[number];
export type ProofProblem = 'required' | 'first' | 'profile.wrongPassword' | 'auth.badCode';

export interface ProfileState {
  part: 'info' | 'password';
  /** As the server last told it; null until it has. */
  held: Profile | null;
  draft: ProfileDraft | null;
  problems: ProfileProblems;
  /** How often a problem was met: the page puts the focus on the first one each time. */
  attempts: number;
  proof: Record<ProofName, string>;
  proofProblems: Partial<Record<ProofName, ProofProblem>>;
  /** The code that was sent: its name and to which number; in test mode the code itself. */
  sent: { id: string; phone: string; testCode: string };
  isSending: boolean;
  /** Seconds until another code may be asked for. */
  seconds: number;
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

/** Whether the number is another than the server has. */
export function isPhoneChanged({ held, draft }: Pick<ProfileState, 'held' | 'draft'>): boolean {
  return held !== null && draft !== null && draft.phone.trim() !== held.phone;
}

/** Nothing proves anything any more. */
function unproven(s: ProfileState) {
  s.proof = blank.proof;
  s.proofProblems = {};
  s.sent = blank.sent;
}

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
    prove(s, { payload: { name, value } }: PayloadAction<{ name: ProofName; value: string }>) {
      s.proof[name] = value;
      delete s.proofProblems[name];
    },
    /** Have a code sent to the new number. */
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
    codeRefused(s, { payload }: PayloadAction<ProfileProblems>) {
      s.isSending = false;
      s.problems = { ...s.problems, ...payload };
      if (Object.keys(payload).length > 0) s.attempts += 1;
    },
    counted(s, { payload }: PayloadAction<number>) {
      s.seconds = payload;
    },
    unproved(s, { payload }: PayloadAction<ProfileState['proofProblems']>) {
      s.isSaving = false;
      s.proofProblems = payload;
      s.attempts += 1;
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
      s.proofProblems = {};
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
      unproven(s);
    },
    saveFailed(s) {
      s.isSaving = false;
    },
    /** Back to what the server has. */
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
