import { createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import type { OpenTask } from '../../../../contract/wire/flow';
import { session } from '../../../store/session';

/** What is handed on, of which instance. */
export interface Handing {
  processInstanceId: string;
  name: string;
  /** Null until they are here. */
  tasks: readonly OpenTask[] | null;
  taskId: string;
  userId: string;
  reason: string;
  /** It was tried without a task, a person or a reason. */
  isIncomplete: boolean;
  isBusy: boolean;
}

/** The dialog in which an administrator hands a task on; it is open while there is an instance. */
export const handing = createSlice({
  name: 'flowHanding',
  initialState: { shown: null as Handing | null },
  reducers: {
    show(s, { payload }: PayloadAction<Pick<Handing, 'processInstanceId' | 'name'>>) {
      s.shown = { ...payload, tasks: null, taskId: '', userId: '', reason: '', isIncomplete: false, isBusy: false };
    },
    close(s) {
      s.shown = null;
    },
    /** A task that no one may do comes first; it is what the person is here for. */
    received(s, { payload: { of, tasks } }: PayloadAction<{ of: string; tasks: readonly OpenTask[] }>) {
      if (s.shown?.processInstanceId !== of) return;
      s.shown.tasks = tasks as Draft<OpenTask[]>;
      s.shown.taskId = (tasks.find(({ isStuck }) => isStuck) ?? tasks[0])?.taskId ?? '';
    },
    choose(s, { payload }: PayloadAction<Partial<Pick<Handing, 'taskId' | 'userId' | 'reason'>>>) {
      if (s.shown) Object.assign(s.shown, payload);
    },
    submit(s) {
      const { shown } = s;
      if (!shown) return;
      shown.isIncomplete = shown.taskId === '' || shown.userId === '' || shown.reason.trim() === '';
      shown.isBusy = !shown.isIncomplete;
    },
    rested(s) {
      if (s.shown) s.shown.isBusy = false;
    },
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => ({ shown: null })),
  selectors: { typed: ({ shown }) => shown && [shown.userId, shown.reason], shown: (s) => s.shown },
});
