import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { screenLock } from './auth/screenLock';
import { session } from './session';

export type ToastTone = 'success' | 'warning' | 'error' | 'info';
/** `say` is a key of the product's words, `text` a sentence that came from the server. */
export interface Told {
  tone: ToastTone;
  say?: string;
  text?: string;
  detail?: string;
  /** An address the person may follow by hand. */
  link?: string;
  /** One thing that can be done about it: its word, and the command it gives. */
  offer?: { say: string; does: { type: string } };
  /** What it is about: a newer message about the same takes its place. */
  about?: string;
  /** The calls whose failure it tells: when they have succeeded it is over. */
  failed?: string[];
  /** Until it is closed, as bad news does. */
  stays?: true;
}
/** Papers to be looked at beside the figures they must agree with. */
export interface Evidence {
  papers: { url: string; name: string; kind: 'image' | 'document' }[];
  /** Key of what is said when there is no paper to show. */
  missing: string;
  /** `label` is a key of the product's words. */
  facts: { label: string; value: string; large?: true }[];
}
export interface Question {
  title: string;
  say: string;
  /** What exactly is at stake, already in words. */
  detail?: string;
  /** Keys of the words that say what is at stake and what will come of it, one a line. */
  stakes?: string[];
  confirm: string;
  /** Key of the word for no, where 取消 would be taken for the deed itself. */
  refrain?: string;
  danger?: true;
  /** Key of the word for a third answer, one that loses nothing. */
  alternative?: string;
  /** Ask for a reason; the answer carries it. */
  asksReason?: true;
  evidence?: Evidence;
  values?: Record<string, string | number>;
}
export interface Answered {
  isSure: boolean;
  /** The third answer was given. */
  isAlternative?: true;
  reason: string;
}

function isAlike(one: Told, other: Told) {
  return one.tone === other.tone && one.text === other.text && one.say === other.say && one.detail === other.detail;
}

/** Toasts and questions are state, so a saga can wait for the answer and a replay can give it. */
export const feedback = createSlice({
  name: 'feedback',
  initialState: {
    toasts: [] as (Told & { id: string })[],
    question: null as Question | null,
    reason: '',
    next: 1,
    running: 0,
  },
  reducers: {
    told(s, { payload }: PayloadAction<Told>) {
      if (payload.about) s.toasts = s.toasts.filter(({ about }) => about !== payload.about);
      // Ten calls that fail alike are one message.
      const alike = s.toasts.find((toast) => isAlike(toast, payload));
      if (alike) {
        if (alike.failed && payload.failed) alike.failed = [...new Set([...alike.failed, ...payload.failed])];
        return;
      }
      s.toasts = [...s.toasts.slice(-2), { ...payload, id: String(s.next) }];
      s.next += 1;
    },
    /** A call that had failed has succeeded: what was told of it alone is over. */
    succeeded(s, { payload: call }: PayloadAction<string>) {
      for (const toast of s.toasts) if (toast.failed) toast.failed = toast.failed.filter((one) => one !== call);
      s.toasts = s.toasts.filter(({ failed }) => failed?.length !== 0);
    },
    dismissed(s, { payload }: PayloadAction<string>) {
      s.toasts = s.toasts.filter((toast) => toast.id !== payload);
    },
    asked(s, { payload }: PayloadAction<Question>) {
      s.question = payload;
      s.reason = '';
    },
    /** The question on screen costs more than was known when it was asked. */
    reworded(s, { payload: say }: PayloadAction<string>) {
      if (s.question) s.question.say = say;
    },
    reasonTyped(s, { payload }: PayloadAction<string>) {
      s.reason = payload;
    },
    answered(s, _action: PayloadAction<Answered>) {
      s.question = null;
    },
    began(s) {
      s.running += 1;
    },
    ended(s) {
      s.running -= 1;
    },
  },
  extraReducers: (on) =>
    on
      .addCase(session.actions.signedOut, (s) => {
        s.question = null;
        // A sentence of the server's may name whom the person worked for: it is not for whoever comes next.
        s.toasts = s.toasts.filter(({ stays, text, detail }) => !stays && !text && !detail);
      })
      // What was said to the person is not for whoever stands before the locked screen.
      .addMatcher(isAnyOf(screenLock.actions.locked, screenLock.actions.followed), (s) => {
        s.toasts = [];
      }),
  selectors: {
    toasts: (s) => s.toasts,
    isToldOf: (s, call: string) => s.toasts.some(({ failed }) => failed?.includes(call)),
    idOf: (s, told: Told) => s.toasts.find((toast) => isAlike(toast, told))?.id,
    question: (s) => s.question,
    reason: (s) => s.reason,
    isRunning: (s) => s.running > 0,
  },
});
