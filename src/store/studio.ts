import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sourceLanguage } from '../../contract/domain/languages';
import type { Language } from '../../contract/domain/text';

/** How fast a tape plays; `max`: as fast as it goes. */
export type Speed = 1 | 4 | 'max';
export const speeds: readonly Speed[] = [1, 4, 'max'];

/** One step of the played tape, as text. */
export interface StepLine {
  step: number;
  /** ms since the recording began. */
  ms: number;
  text: string;
}
/** The state of the player. */
export interface Shown {
  at: number;
  /** Address of the current page; '' before the first. */
  path: string;
  /** The steps around the current one. */
  lines: StepLine[];
}
export interface OpenedTape extends Shown {
  name: string;
  note: string;
  steps: number;
}
interface Playing extends OpenedTape {
  /** The target step. */
  aim: number;
  isPlaying: boolean;
  speed: Speed;
  isListed: boolean;
  /** Differences between the replay and the tape, in lines, none when equal; `null` until the end is reached. */
  verdict: string[] | null;
  /** Files are being made of it; the player goes through all steps for them. */
  isTaking: boolean;
  /** The files that were made last. */
  taken: string[];
}

export type Notice =
  | { kind: 'saved' | 'unreadable' | 'failed'; text: string }
  /** The recording exceeded the recorder's limit. */
  | { kind: 'savedInPart'; text: string }
  | { kind: 'attached' };

interface StudioState {
  language: Language;
  isFolded: boolean;
  isLeft: boolean;
  /** `asking`: recording would discard unsaved input, may it? `stopped`: a tape has not been saved yet. */
  stage: 'ready' | 'asking' | 'recording' | 'stopped';
  /** Of the recording. */
  ms: number;
  steps: number;
  /** The tester's note. */
  note: string;
  notice: Notice | null;
  /** An unexpected error occurred. */
  hasFault: boolean;
  /** The log can be sent: the person is signed in. */
  canAttach: boolean;
  player: Playing | null;
  /** Turned on for this person, until then (ms since 1970); null where testers work. */
  until: number | null;
  /** That time is over: the bar goes once nothing is left to be saved. */
  isOver: boolean;
}

const initialState: StudioState = {
  language: sourceLanguage,
  isFolded: false,
  isLeft: false,
  stage: 'ready',
  ms: 0,
  steps: 0,
  note: '',
  notice: null,
  hasFault: false,
  canAttach: false,
  player: null,
  until: null,
  isOver: false,
};

function aimAt(player: Playing | null, aim: number) {
  if (player) player.aim = Math.max(0, Math.min(player.steps, aim));
}

/** The tester's studio: records what happens in this window, and plays recordings. Not recorded itself. */
export const studio = createSlice({
  name: 'studio',
  initialState,
  reducers: {
    began(s, { payload }: PayloadAction<Partial<Pick<StudioState, 'isFolded' | 'isLeft' | 'stage'>>>) {
      Object.assign(s, payload);
    },
    /** The product's language has changed. */
    spoke(s, { payload }: PayloadAction<Language>) {
      s.language = payload;
    },
    /** An administrator has turned recording on for this person. */
    granted(s, { payload }: PayloadAction<number>) {
      s.until = payload;
    },
    over(s) {
      s.isOver = true;
    },
    fold(s, { payload }: PayloadAction<boolean>) {
      s.isFolded = payload;
      s.notice = null;
    },
    move(s) {
      s.isLeft = !s.isLeft;
    },
    dismiss(s) {
      s.notice = null;
      s.hasFault = false;
    },

    record() {},
    asked(s) {
      s.stage = 'asking';
    },
    answer(s, _action: PayloadAction<boolean>) {
      s.stage = 'ready';
    },
    counted(s, { payload }: PayloadAction<{ ms: number; steps: number }>) {
      Object.assign(s, payload);
    },
    stop() {},
    stopped(s, { payload }: PayloadAction<{ ms: number; steps: number }>) {
      Object.assign(s, payload);
      s.stage = 'stopped';
      s.note = '';
      s.isFolded = false;
    },
    write(s, { payload }: PayloadAction<string>) {
      s.note = payload;
    },
    /** Save the stopped tape. */
    save() {},
    /** Discard the stopped tape. */
    discard(s) {
      s.stage = 'ready';
    },
    /** Save what happened since the page started, recording or not. */
    saveRecent() {},
    saved(s, { payload }: PayloadAction<{ file: string; isCut: boolean }>) {
      s.notice = { kind: payload.isCut ? 'savedInPart' : 'saved', text: payload.file };
      if (s.stage === 'stopped') s.stage = 'ready';
      s.hasFault = false;
    },
    /** An uncaught error. */
    faulted(s, { payload }: PayloadAction<{ canAttach: boolean }>) {
      s.hasFault = true;
      s.canAttach = payload.canAttach;
    },
    /** Send the log with what happened since the page started. */
    attach() {},
    /** The log was sent. */
    attached(s) {
      if (!s.hasFault) return; // without a tape
      s.hasFault = false;
      s.notice = { kind: 'attached' };
    },
    failed(s, { payload }: PayloadAction<string>) {
      s.notice = { kind: 'failed', text: payload };
    },

    open(s) {
      s.notice = null;
    },
    unreadable(s, { payload }: PayloadAction<string>) {
      s.notice = { kind: 'unreadable', text: payload };
    },
    opened(s, { payload }: PayloadAction<OpenedTape>) {
      s.player = {
        ...payload,
        aim: payload.at,
        isPlaying: false,
        speed: 1,
        isListed: true,
        verdict: null,
        isTaking: false,
        taken: [],
      };
      s.notice = null;
    },
    goTo(s, { payload }: PayloadAction<number>) {
      aimAt(s.player, payload);
      if (s.player) s.player.isPlaying = false;
    },
    goBy(s, { payload }: PayloadAction<number>) {
      aimAt(s.player, (s.player?.aim ?? 0) + payload);
      if (s.player) s.player.isPlaying = false;
    },
    /** The next step of a tape that plays by itself. */
    advance(s) {
      aimAt(s.player, (s.player?.at ?? 0) + 1);
    },
    arrived(s, { payload }: PayloadAction<Shown>) {
      Object.assign(s.player ?? {}, payload);
    },
    toggle(s) {
      if (!s.player) return;
      s.player.isPlaying = !s.player.isPlaying;
      if (s.player.isPlaying && s.player.aim === s.player.steps) s.player.aim = 0;
    },
    ended(s) {
      if (s.player) s.player.isPlaying = false;
    },
    judged(s, { payload }: PayloadAction<string[]>) {
      if (s.player) s.player.verdict = payload;
    },
    pace(s, { payload }: PayloadAction<Speed>) {
      if (s.player) s.player.speed = payload;
    },
    list(s, { payload }: PayloadAction<boolean>) {
      if (s.player) s.player.isListed = payload;
    },
    /** Make a page or tests of the tape. */
    take(s, _action: PayloadAction<'page' | 'tests'>) {
      if (s.player) Object.assign(s.player, { isTaking: true, isPlaying: false, taken: [] });
    },
    took(s, { payload }: PayloadAction<string[]>) {
      if (s.player) Object.assign(s.player, { isTaking: false, taken: payload });
    },
    leave() {},
    left(s) {
      s.player = null;
    },
  },
  selectors: { all: (s) => s, player: (s) => s.player },
});
