import { createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import { judge, type Problems } from '../../../../contract/schema/validate';
import type { ReportFormat } from '../../../../contract/wire/reports';
import { type BusinessResult, businessSpec } from '../../../../contract/wire/reports/business';
import { tabs } from '../../../store/navigation/route';
import { session } from '../../../store/session';
import { draftFrom } from '../report/previewSlice';

/** A business report, or a list that a figure of one opens. */
export interface FiguresState {
  report: string;
  /** The parameters in the form: values of the wire, and the titles of chosen records beside them. */
  draft: Record<string, unknown>;
  problems: Problems;
  result: BusinessResult | null;
  /** Pages of a list: 1-based. */
  current: number;
  size: number;
  isBusy: boolean;
  /** Why there is no result: the server's message, '' when it did not answer; null without an error. */
  trouble: string | null;
  /** The format of the file that is on its way. */
  receiving: ReportFormat | null;
}
const usualSize = 50;

type OfPage<T = object> = PayloadAction<{ path: string } & T>;

/** Business reports, by the address of their page. */
export const figures = createSlice({
  name: 'figures',
  initialState: { pages: {} as Record<string, FiguresState> },
  reducers: {
    began(
      s,
      { payload: { path, report, texts } }: OfPage<{ report: string; texts: Readonly<Record<string, string>> }>,
    ) {
      const spec = businessSpec(report);
      if (!spec) return;
      s.pages[path] = {
        report,
        draft: draftFrom(spec, texts),
        problems: {},
        result: null,
        current: 1,
        size: usualSize,
        isBusy: true,
        trouble: null,
        receiving: null,
      };
    },
    type(s, { payload: { path, draft } }: OfPage<{ draft: Record<string, unknown> }>) {
      const page = s.pages[path];
      if (!page) return;
      Object.assign(page.draft, draft);
      for (const name of Object.keys(draft)) delete page.problems[name];
    },
    /** Another report with the same day and direction. */
    pick(_s, _action: OfPage<{ report: string }>) {},
    /** Make the report with the parameters of the form, or show another page of a list. */
    run(s, { payload: { path, current = 1, size } }: OfPage<{ current?: number; size?: number }>) {
      const page = s.pages[path];
      const spec = businessSpec(page?.report ?? '');
      if (!page || !spec) return;
      page.problems = { ...judge(spec.parameters, page.draft), ...spec.judging?.(page.draft) };
      page.isBusy = Object.keys(page.problems).length === 0;
      page.current = current;
      if (size !== undefined) page.size = size;
      if (page.isBusy) page.trouble = null;
    },
    received(s, { payload: { path, result } }: OfPage<{ result: BusinessResult }>) {
      const page = s.pages[path];
      const spec = businessSpec(result.report);
      if (!page || !spec || page.report !== result.report) return;
      page.result = result as Draft<BusinessResult>;
      page.isBusy = false;
      // What the server chose where the address named nothing.
      Object.assign(page.draft, draftFrom(spec, result.params));
      for (const [name, title] of Object.entries(result.titles)) page.draft[name.replace(/Id$/, 'Name')] = title;
    },
    failed(s, { payload: { path, trouble, problems } }: OfPage<{ trouble: string; problems?: Problems }>) {
      const page = s.pages[path];
      if (page) Object.assign(page, { trouble, isBusy: false, result: null, problems: problems ?? {} });
    },
    save(_s, _action: OfPage<{ format: ReportFormat }>) {},
    receiving(s, { payload: { path, format } }: OfPage<{ format: ReportFormat | null }>) {
      const page = s.pages[path];
      if (page) page.receiving = format;
    },
  },
  extraReducers: (on) =>
    on
      .addCase(session.actions.signedOut, () => ({ pages: {} }))
      .addCase(tabs.actions.closed, (s, { payload }) => {
        delete s.pages[payload];
      })
      .addCase(tabs.actions.allClosed, () => ({ pages: {} })),
  selectors: { of: (s, path: string): FiguresState | undefined => s.pages[path] },
});
