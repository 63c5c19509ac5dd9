import { type Action, createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { screenLock } from './auth/screenLock';
import { session } from './session';

export type ToastTone = 'success' | 'warning' | 'error' | 'info';
/** `say` is a key of the product's texts, `text` a sentence that came from the server. */
export interface Notification {
  tone: ToastTone;
  say?: string;
  text?: string;
  /** What fills the text of `say`. */
  values?: Record<string, string | number>;
  detail?: string;
  /** An address that the person may open. */
  link?: string;
  /** A command that the person may give: its label, and the action. */
  offer?: { say: string; does: { type: string } };
  /** Its subject: a newer message about the same replaces it. */
  about?: string;
  /** The calls whose failure it reports: it disappears when they have succeeded. */
  failed?: string[];
  /** Until it is closed, as errors do. */
  stays?: true;
  /** It asks to sign in, and disappears when a person has. */
  asksSignIn?: true;
}
/** Documents to compare with the figures they must match. */
export interface Evidence {
  papers: { url: string; name: string; kind: 'image' | 'document' }[];
  /** Key of the text shown when there is no document. */
  missing: string;
  /** `label` is a key of the product's texts. */
  facts: { label: string; value: string; large?: true }[];
}
export interface Question {
  title: string;
  say: string;
  /** Details of the consequences, as text. */
  detail?: string;
  /** Keys of the texts that name the consequences, one a line. */
  stakes?: string[];
  confirm: string;
  /** Key of the label for "no", where 取消 would be taken for the action itself. */
  refrain?: string;
  /** What is usual is to refrain: Enter does. */
  isUnusual?: true;
  danger?: true;
  /** Key of the label for a third answer, one that loses nothing. */
  alternative?: string;
  /** Ask for a reason; the answer carries it. */
  asksReason?: true;
  evidence?: Evidence;
  /** Why others have to decide on it first, and who may, once the server has said so. */
  waits?: string;
  /** Why the server would refuse it as things stand. */
  refused?: string;
  values?: Record<string, string | number>;
}
/** A command that no answer came to: it may have been carried out. */
export interface Unanswered {
  /** As messages name a call: `POST /blade-system/user/submit`. */
  call: string;
  /** Gives the command again; without one, the person does so where it was given. */
  again?: Action;
  /** It has been given again and has no outcome yet. */
  isGiven?: true;
}
export interface Answered {
  isSure: boolean;
  /** The third answer was given. */
  isAlternative?: true;
  reason: string;
}

function isAlike(one: Notification, other: Notification) {
  return one.tone === other.tone && one.text === other.text && one.say === other.say && one.detail === other.detail;
}

/** Toasts and questions are state, so a saga can wait for the answer and a replay can give it. */
export const feedback = createSlice({
  name: 'feedback',
  initialState: {
    toasts: [] as (Notification & { id: string })[],
    /** Until they are given again, have succeeded, or the person goes on elsewhere. */
    unanswered: [] as Unanswered[],
    question: null as Question | null,
    reason: '',
    next: 1,
    isRunning: false,
  },
  reducers: {
    notified(s, { payload }: PayloadAction<Notification>) {
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
    unanswered(s, { payload }: PayloadAction<Unanswered>) {
      s.unanswered = [...s.unanswered.filter(({ call }) => call !== payload.call), payload];
    },
    /** The message about commands without an answer is no longer needed. */
    withdrawn(s) {
      s.unanswered = [];
    },
    /** One of them is given again. */
    givenAgain(s, { payload }: PayloadAction<string>) {
      for (const one of s.unanswered) if (one.call === payload) one.isGiven = true;
    },
    /** A call that had failed has succeeded: messages about it alone disappear. */
    succeeded(s, { payload: call }: PayloadAction<string>) {
      s.unanswered = s.unanswered.filter((one) => one.call !== call);
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
    /** The open question has more serious consequences than it said. */
    reworded(s, { payload: say }: PayloadAction<string>) {
      if (!s.question) return;
      s.question.say = say;
      s.question.danger = true;
    },
    /** The open question asks for something that others decide on. */
    foretold(s, { payload: waits }: PayloadAction<string>) {
      if (s.question) s.question.waits = waits;
    },
    /** What the open question asks for would be refused: said before the person confirms it. */
    wouldBeRefused(s, { payload: why }: PayloadAction<string>) {
      if (s.question) s.question.refused = why;
    },
    reasonTyped(s, { payload }: PayloadAction<string>) {
      s.reason = payload;
    },
    answered(s, _action: PayloadAction<Answered>) {
      s.question = null;
    },
    began(s) {
      s.isRunning = true;
    },
    ended(s) {
      s.isRunning = false;
    },
  },
  extraReducers: (on) =>
    on
      .addCase(session.actions.signedOut, (s) => {
        s.question = null;
        s.unanswered = [];
        // A sentence of the server's may name whom the person worked for: it is not shown to the next person.
        s.toasts = s.toasts.filter(({ stays, text, detail }) => !stays && !text && !detail);
      })
      .addCase(session.actions.signedIn, (s) => {
        s.toasts = s.toasts.filter(({ asksSignIn }) => !asksSignIn);
      })
      // Messages for the person are not shown to others at the locked screen.
      .addMatcher(isAnyOf(screenLock.actions.locked, screenLock.actions.followed), (s) => {
        s.toasts = [];
        s.unanswered = [];
      }),
  selectors: {
    toasts: (s) => s.toasts,
    isToldOf: (s, call: string) =>
      s.toasts.some(({ failed }) => failed?.includes(call)) || s.unanswered.some((one) => one.call === call),
    unanswered: (s) => s.unanswered,
    idOf: (s, told: Notification) => s.toasts.find((toast) => isAlike(toast, told))?.id,
    question: (s) => s.question,
    reason: (s) => s.reason,
    isRunning: (s) => s.isRunning,
  },
});
