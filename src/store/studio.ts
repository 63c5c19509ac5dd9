import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sourceLanguage } from '../../contract/domain/languages';
import type { Language } from '../../contract/domain/text';

/** How fast a tape plays; `max`: as fast as it goes. */
export type Speed = 1 | 4 | 'max';
export const speeds: readonly Speed[] = [1, 4, 'max'];

/** One step of the tape that is played, in words. */
export interface StepLine {
  step: number;
  /** ms since the recording began. */
  ms: number;
  text: string;
}
/** Where the player stands. */
export interface Shown {
  at: number;
  /** Address of the page that is shown; '' before the first. */
  path: string;
  /** The steps around it. */
  lines: StepLine[];
}
export interface OpenedTape extends Shown {
  name: string;
  note: string;
  steps: number;
}
interface Playing extends OpenedTape {
  /** The step that is on its way. */
  aim: number;
  isPlaying: boolean;
  speed: Speed;
  isListed: boolean;
  /** Where the story differs from the tape, in lines, none when it does not; `null` until the end was reached. */
  verdict: string[] | null;
}

export type Notice =
  | { kind: 'saved' | 'unreadable' | 'failed'; text: string }
  /** The recording outgrew the recorder. */
  | { kind: 'savedInPart'; text: string }
  | { kind: 'attached' };

interface StudioState {
  language: Language;
  isFolded: boolean;
  isLeft: boolean;
  /** `asking`: what is typed on the page would be lost, may it? `stopped`: there is a tape that was not saved yet. */
  stage: 'ready' | 'asking' | 'recording' | 'stopped';
  /** Of the recording. */
  ms: number;
  steps: number;
  /** What the tester says of it. */
  note: string;
  notice: Notice | null;
  /** Something failed that nobody expected. */
  hasFault: boolean;
  /** There is somebody to send it to: the person is signed in. */
  canAttach: boolean;
  player: Playing | null;
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
};

function aimAt(player: Playing | null, aim: number) {
  if (player) player.aim = Math.max(0, Math.min(player.steps, aim));
}

/** The studio of a tester: records what happens in this window, and plays what was recorded. On no tape itself. */
export const studio = createSlice({
  name: 'studio',
  initialState,
  reducers: {
    began(s, { payload }: PayloadAction<Partial<Pick<StudioState, 'isFolded' | 'isLeft' | 'stage'>>>) {
      Object.assign(s, payload);
    },
    /** The product speaks another language now. */
    spoke(s, { payload }: PayloadAction<Language>) {
      s.language = payload;
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
    /** The tape that was stopped. */
    save() {},
    /** Let the tape that was stopped go. */
    discard(s) {
      s.stage = 'ready';
    },
    /** What happened since the page began, recording or not. */
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
    /** Send the log, and with it what happened since the page began. */
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
      s.player = { ...payload, aim: payload.at, isPlaying: false, speed: 1, isListed: true, verdict: null };
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
    leave() {},
    left(s) {
      s.player = null;
    },
  },
  selectors: { all: (s) => s, player: (s) => s.player },
});
