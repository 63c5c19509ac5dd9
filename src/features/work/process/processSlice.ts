import { createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import { type Fields, initialDraft } from '../../../../contract/schema/fields';
import type { FlowActivity, InstanceDetail, LeaveDetail, StartForm, TaskDetail } from '../../../../contract/wire/flow';
import { tabs } from '../../../store/navigation/route';
import { session } from '../../../store/session';
import type { ProcessPage } from '../acts/workPages';
import { leaveFields } from './leaveForm';

/** What a page has read. A part that the process does not have, or that the person may not read, stays null. */
export interface Parts {
  start: StartForm | null;
  task: TaskDetail | null;
  leave: LeaveDetail | null;
  history: FlowActivity[] | null;
  /** Of the page that reads a process. */
  instance: InstanceDetail | null;
}

/** A dialog in which people are chosen. */
export interface Asking {
  act: 'delegate' | 'addSigner';
  /** Ids, comma-joined. */
  people: string;
  comment: string;
  /** No person is chosen yet. */
  isPeopleMissing: boolean;
}

/** What is being done with a form or a task. */
export type Deed = 'start' | 'approve' | 'reject' | 'claim' | 'release' | 'delegate' | 'addSigner';

export interface ProcessState {
  page: ProcessPage;
  /** Leave requests have a form and a summary of their own. */
  isLeave: boolean;
  parts: Parts;
  /** Why the page could not be read: the server's message, '' when it did not answer; null without an error. */
  lost: string | null;
  isLoaded: boolean;
  /** Values of the form. */
  draft: Record<string, unknown>;
  /** By field: a problem, or the code of a refusal. */
  problems: Record<string, string>;
  comment: string;
  isCommentMissing: boolean;
  /** The step that a rejected task goes back to; '': where the process says. */
  returnTo: string;
  asking: Asking | null;
  deed: Deed | null;
  /** The person has entered something. */
  isTouched: boolean;
}

const noParts: Parts = { start: null, task: null, leave: null, history: null, instance: null };

/** The fields of the form on the page. */
export function formOf({ page, isLeave, parts }: Pick<ProcessState, 'page' | 'isLeave' | 'parts'>): Fields {
  if (page.kind === 'form') return isLeave ? leaveFields : (parts.start?.fields ?? {});
  return page.kind === 'handle' && parts.task?.may.includes('complete') ? parts.task.fields : {};
}

type OfPage<P = object> = PayloadAction<{ path: string } & P>;

/** Pages of processes, by their address, until their tab closes. */
export const processPages = createSlice({
  name: 'processPage',
  initialState: {} as Record<string, ProcessState>,
  reducers: {
    /** Read everything on the page; what the person has entered stays. */
    load(s, { payload: { path, page, isLeave } }: OfPage<{ page: ProcessPage; isLeave: boolean }>) {
      s[path] ??= {
        page,
        isLeave,
        parts: noParts as Draft<Parts>,
        lost: null,
        isLoaded: false,
        draft: {},
        problems: {},
        comment: '',
        isCommentMissing: false,
        returnTo: '',
        asking: null,
        deed: null,
        isTouched: false,
      };
      s[path].lost = null;
    },
    reload(_s, _action: OfPage) {},
    loaded(s, { payload: { path, parts } }: OfPage<{ parts: Partial<Parts> }>) {
      const state = s[path];
      if (!state) return;
      Object.assign(state.parts, parts);
      state.isLoaded = true;
      if (state.isTouched) return;
      const given = state.parts.task?.given.values ?? {};
      const fields = formOf(state as ProcessState);
      const kept = Object.fromEntries(
        Object.keys(fields).flatMap((name) => (name in given ? [[name, given[name]]] : [])),
      );
      state.draft = { ...initialDraft(fields), ...kept };
    },
    lost(s, { payload: { path, text } }: OfPage<{ text: string }>) {
      if (s[path]) s[path].lost = text;
    },
    type(s, { payload: { path, draft } }: OfPage<{ draft: Record<string, unknown> }>) {
      const state = s[path];
      if (!state) return;
      Object.assign(state.draft, draft);
      for (const name of Object.keys(draft)) delete state.problems[name];
      state.isTouched = true;
    },
    say(s, { payload: { path, comment } }: OfPage<{ comment: string }>) {
      if (s[path]) Object.assign(s[path], { comment, isCommentMissing: false, isTouched: true });
    },
    chooseStep(s, { payload: { path, step } }: OfPage<{ step: string }>) {
      if (s[path]) s[path].returnTo = step;
    },
    misjudged(
      s,
      {
        payload: { path, problems, isCommentMissing },
      }: OfPage<{
        problems: Record<string, string>;
        isCommentMissing?: boolean;
      }>,
    ) {
      if (s[path])
        Object.assign(s[path], {
          problems,
          isCommentMissing: isCommentMissing === true,
        });
    },
    /** Opens the dialog in which people are chosen. */
    ask(s, { payload: { path, act } }: OfPage<{ act: Asking['act'] }>) {
      if (s[path]) s[path].asking = { act, people: '', comment: '', isPeopleMissing: false };
    },
    answer(s, { payload: { path, ...said } }: OfPage<Partial<Pick<Asking, 'people' | 'comment' | 'isPeopleMissing'>>>) {
      const asking = s[path]?.asking;
      if (asking) Object.assign(asking, { isPeopleMissing: false }, said);
    },
    closeAsking(s, { payload: { path } }: OfPage) {
      if (s[path]) s[path].asking = null;
    },
    /** Do this. A second command is ignored while the first is under way. */
    act(_s, _action: OfPage<{ deed: Deed }>) {},
    began(s, { payload: { path, deed } }: OfPage<{ deed: Deed }>) {
      if (s[path]) s[path].deed = deed;
    },
    ended(s, { payload: { path } }: OfPage) {
      if (s[path]) s[path].deed = null;
    },
  },
  extraReducers: (on) =>
    on
      .addCase(tabs.actions.closed, (s, { payload }) => {
        delete s[payload];
      })
      .addCase(tabs.actions.allClosed, () => ({}))
      .addCase(session.actions.signedOut, () => ({})),
  selectors: { of: (s, path: string): ProcessState | undefined => s[path] },
});
