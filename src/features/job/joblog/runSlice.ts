import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { JobLog } from '../../../../contract/modules/job/joblog';
import { tabs } from '../../../store/navigation/route';
import { session } from '../../../store/session';

export interface Line {
  seq: number;
  level: number;
  time: string;
  words: string;
}
/** What the server says of a run that may still be going on. */
export type RunNews = Pick<
  JobLog,
  'attempt' | 'progress' | 'progressText' | 'cause' | 'result' | 'startTime' | 'endTime' | 'duration'
> & { state: number; lines: Line[] };

export interface RunPageState {
  run: (JobLog & { jobInfoName?: string }) | null;
  lines: Line[];
  /** Why there is no run: the server's message, '' when it did not answer; null without an error. */
  trouble: string | null;
}
const blank: RunPageState = { run: null, lines: [], trouble: null };

type OfPage<T = object> = PayloadAction<{ path: string } & T>;

/** Pages of runs, by their address. */
export const runPages = createSlice({
  name: 'jobRuns',
  initialState: {} as Record<string, RunPageState>,
  reducers: {
    received(s, { payload: { path, run } }: OfPage<{ run: NonNullable<RunPageState['run']> }>) {
      s[path] = { run, lines: s[path]?.lines ?? [], trouble: null };
    },
    /** News of the run, with the lines that it has said since. */
    followed(s, { payload: { path, news } }: OfPage<{ news: RunNews }>) {
      const page = s[path];
      if (!page?.run) return;
      const { lines, ...rest } = news;
      Object.assign(page.run, rest);
      const last = page.lines.at(-1)?.seq ?? 0;
      page.lines.push(...lines.filter(({ seq }) => seq > last));
    },
    failed(s, { payload: { path, trouble } }: OfPage<{ trouble: string }>) {
      s[path] ??= { ...blank, lines: [] };
      s[path].trouble = trouble;
    },
    reload(_s, _action: OfPage) {},
  },
  extraReducers: (on) =>
    on
      .addCase(session.actions.signedOut, () => ({}))
      .addCase(tabs.actions.closed, (s, { payload }) => {
        delete s[payload];
      })
      .addCase(tabs.actions.allClosed, () => ({})),
  selectors: { of: (s, path: string): RunPageState | undefined => s[path] },
});
