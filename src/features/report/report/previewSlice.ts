import { createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import { initialDraft } from '../../../../contract/schema/fields';
import type { ReportSpec } from '../../../../contract/schema/report';
import { judge, type Problems } from '../../../../contract/schema/validate';
import { type ReportFormat, type ReportResult, reportOf, type SentReport } from '../../../../contract/wire/reports';
import { tabs } from '../../../store/navigation/route';
import { session } from '../../../store/session';

/** A report as its list knows it. */
export interface ReportHead {
  id: string;
  name: string;
  kind: number;
}

/** The preview of one report. */
export interface PreviewState {
  head: ReportHead | null;
  /** The parameters in the form: values of the wire, and the titles of chosen records beside them. */
  draft: Record<string, unknown>;
  problems: Problems;
  result: ReportResult | null;
  isBusy: boolean;
  /** Why there is no result: the server's message, '' when it did not answer; null without an error. */
  trouble: string | null;
  /** The format of the file that is on its way. */
  receiving: ReportFormat | null;
}
const blank: PreviewState = {
  head: null,
  draft: {},
  problems: {},
  result: null,
  isBusy: false,
  trouble: null,
  receiving: null,
};
/** A report that was sent to the person. */
export interface SentState {
  sent: SentReport | null;
  trouble: string | null;
}

/** Values of a declaration from texts, as an address holds them. */
export function draftFrom(spec: ReportSpec, texts: Readonly<Record<string, string>>): Record<string, unknown> {
  const typed = Object.entries(texts).flatMap(([name, text]) => {
    const kind = spec.parameters[name]?.kind;
    if (kind === undefined) return [];
    const isNumber = ['choice', 'flag', 'integer', 'dict'].includes(kind) && /^-?\d+$/.test(text);
    return [[name, isNumber ? Number(text) : text]];
  });
  return { ...initialDraft(spec.parameters), ...Object.fromEntries(typed) };
}
/** The parameters of a draft as texts; empty ones too, since they may replace kept ones. */
export function textsOf(spec: ReportSpec, draft: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.keys(spec.parameters).map((name) => [name, draft[name] === null ? '' : String(draft[name] ?? '')]),
  );
}

type OfPage<T = object> = PayloadAction<{ path: string } & T>;

/** Previews of reports, by the address of their page. */
export const previews = createSlice({
  name: 'reportPreview',
  initialState: { pages: {} as Record<string, PreviewState>, sent: {} as Record<string, SentState> },
  reducers: {
    began(s, { payload: { path, head, draft } }: OfPage<{ head: ReportHead; draft: Record<string, unknown> }>) {
      s.pages[path] = { ...(blank as Draft<PreviewState>), head, draft };
    },
    type(s, { payload: { path, draft } }: OfPage<{ draft: Record<string, unknown> }>) {
      const page = s.pages[path];
      if (!page) return;
      Object.assign(page.draft, draft);
      for (const name of Object.keys(draft)) delete page.problems[name];
    },
    /** Make the report with the parameters of the form. */
    run(s, { payload: { path } }: OfPage) {
      const page = s.pages[path];
      const spec = reportOf(page?.head?.kind);
      if (!page || !spec) return;
      page.problems = { ...judge(spec.parameters, page.draft), ...spec.judging?.(page.draft) };
      page.isBusy = Object.keys(page.problems).length === 0;
      if (page.isBusy) page.trouble = null;
    },
    received(s, { payload: { path, result } }: OfPage<{ result: ReportResult }>) {
      const page = s.pages[path];
      if (!page) return;
      page.result = result as Draft<ReportResult>;
      page.isBusy = false;
      for (const [name, title] of Object.entries(result.titles)) page.draft[name.replace(/Id$/, 'Name')] = title;
    },
    failed(s, { payload: { path, trouble, problems } }: OfPage<{ trouble: string; problems?: Problems }>) {
      s.pages[path] ??= blank as Draft<PreviewState>;
      Object.assign(s.pages[path], { trouble, isBusy: false, result: null, problems: problems ?? {} });
    },
    /** Save the report as a file, with the parameters that it was made with. */
    save(_s, _action: OfPage<{ format: ReportFormat }>) {},
    receiving(s, { payload: { path, format } }: OfPage<{ format: ReportFormat | null }>) {
      const page = s.pages[path];
      if (page) page.receiving = format;
    },
    /** Keep the parameters with the report. */
    keep(_s, _action: OfPage) {},
    reload(_s, _action: OfPage) {},
    sentReceived(s, { payload: { path, ...rest } }: OfPage<SentState>) {
      s.sent[path] = rest;
    },
  },
  extraReducers: (on) =>
    on
      .addCase(session.actions.signedOut, () => ({ pages: {}, sent: {} }))
      .addCase(tabs.actions.closed, (s, { payload }) => {
        delete s.pages[payload];
        delete s.sent[payload];
      })
      .addCase(tabs.actions.allClosed, () => ({ pages: {}, sent: {} })),
  selectors: {
    of: (s, path: string): PreviewState | undefined => s.pages[path],
    sentOf: (s, path: string): SentState | undefined => s.sent[path],
  },
});
