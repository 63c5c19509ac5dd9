import { createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import type { ModelField } from '../../../../../contract/schema/modelled';
import type { Problems } from '../../../../../contract/schema/validate';
import { tabs } from '../../../../store/navigation/route';
import { session } from '../../../../store/session';
import { copyOf, type DraftField, type ModelDraft, newField, withField, withMoved, withTitle } from './draft';

/** Address of the editor below that of the list. */
export const designPage = 'detail';
/** What is chosen when it is no field: the settings of the model itself. */
export const settingsKey = '';

/** A model as the server has it. */
export interface ModelHead {
  id: string;
  version: number;
  state: number;
  datasourceId: string | null;
  modelTable: string | null;
}
/** A dictionary of the tenant that is none of the product's. */
export interface NamedDictionary {
  code: string;
  title: string;
}
export interface DesignState {
  head: ModelHead;
  draft: ModelDraft;
  saved: ModelDraft;
  /** Drafts before and after, for undo and redo; `merges` names the change that goes on with the latest. */
  past: ModelDraft[];
  future: ModelDraft[];
  merges: string;
  /** Key of the chosen field, or `settingsKey`. */
  chosen: string;
  /** Numbers the fields that are made here. */
  made: number;
  isBusy: boolean;
  /** What the server refused, as `judgeModel` names it; until the next change. */
  refused: Problems;
  /** The first attempt to save: from then on what is missing is told, too. */
  isTried: boolean;
  dictionaries: readonly NamedDictionary[];
}
const mostUndone = 50;

type Settings = Partial<Omit<ModelDraft, 'fields'>>;
type OfPage<T = object> = PayloadAction<{ path: string } & T>;
interface Pages {
  pages: Record<string, DesignState>;
  /** Why a page has no model: the server's message, '' without an answer. */
  trouble: Record<string, string>;
}
const nothing: Pages = { pages: {}, trouble: {} };

export function isChanged({ draft, saved }: Pick<DesignState, 'draft' | 'saved'>): boolean {
  return JSON.stringify(draft) !== JSON.stringify(saved);
}

/** Puts a draft in place of the present one, which undo brings back. Typing on in one input is a single change. */
function edit(page: Draft<DesignState> | undefined, change: (draft: ModelDraft) => ModelDraft, merges = ''): void {
  if (!page) return;
  const next = change(page.draft as ModelDraft);
  if (next === page.draft) return;
  if (merges === '' || page.merges !== merges) page.past = [...page.past, page.draft].slice(-mostUndone);
  Object.assign(page, { draft: next, future: [], merges, refused: {} });
}

function step(page: Draft<DesignState> | undefined, from: 'past' | 'future', to: 'past' | 'future'): void {
  const next = page?.[from].at(-1);
  if (!page || !next) return;
  page[from] = page[from].slice(0, -1);
  page[to] = [...page[to], page.draft];
  Object.assign(page, { draft: next, merges: '', refused: {} });
  if (!next.fields.some(({ key }) => key === page.chosen)) page.chosen = next.fields[0]?.key ?? settingsKey;
}

/** Models in their editor, by the address of the page. */
export const designs = createSlice({
  name: 'modelDesign',
  initialState: nothing,
  reducers: {
    load(s, { payload: { path } }: OfPage) {
      delete s.trouble[path];
    },
    lost(s, { payload: { path, text } }: OfPage<{ text: string }>) {
      s.trouble[path] = text;
    },
    loaded(
      s,
      {
        payload: { path, head, draft, dictionaries },
      }: OfPage<{ head: ModelHead; draft: ModelDraft; dictionaries: readonly NamedDictionary[] }>,
    ) {
      s.pages[path] = {
        ...{ head, draft, saved: draft, past: [], future: [], merges: '', made: 0 },
        ...{ isBusy: false, refused: {}, isTried: false, dictionaries },
        chosen: draft.fields[0]?.key ?? settingsKey,
      } as unknown as Draft<DesignState>;
    },
    choose(s, { payload: { path, key } }: OfPage<{ key: string }>) {
      const page = s.pages[path];
      if (page) page.chosen = key;
    },
    set(s, { payload: { path, change } }: OfPage<{ change: Settings }>) {
      edit(s.pages[path], (draft) => ({ ...draft, ...change }), `settings ${Object.keys(change).join()}`);
    },
    change(s, { payload: { path, key, change } }: OfPage<{ key: string; change: Partial<ModelField> }>) {
      edit(s.pages[path], (draft) => withField(draft, key, change), `${key} ${Object.keys(change).join()}`);
    },
    makeTitle(s, { payload: { path, key } }: OfPage<{ key: string }>) {
      edit(s.pages[path], (draft) => withTitle(draft, key));
    },
    /** A new field below the chosen one, or a copy of it. */
    add(s, { payload: { path, of } }: OfPage<{ of?: string }>) {
      const page = s.pages[path];
      if (!page) return;
      page.made += 1;
      const key = `new${page.made}`;
      edit(page, (draft) => {
        const fields = [...draft.fields];
        const model = fields.find((one) => one.key === of);
        const at = fields.findIndex((one) => one.key === page.chosen);
        const field: DraftField = model ? copyOf(fields, model, key) : newField(fields, key);
        fields.splice(at < 0 ? fields.length : at + 1, 0, field);
        return { ...draft, fields };
      });
      page.chosen = key;
    },
    remove(s, { payload: { path, key } }: OfPage<{ key: string }>) {
      const page = s.pages[path];
      const at = page?.draft.fields.findIndex((one) => one.key === key) ?? -1;
      if (!page || at < 0) return;
      edit(page, (draft) => ({ ...draft, fields: draft.fields.filter((one) => one.key !== key) }));
      const { fields } = page.draft;
      page.chosen = (fields[at] ?? fields[at - 1])?.key ?? settingsKey;
    },
    move(s, { payload: { path, key, to } }: OfPage<{ key: string; to: number }>) {
      edit(s.pages[path], (draft) => withMoved(draft, key, to));
    },
    undo(s, { payload: { path } }: OfPage) {
      step(s.pages[path], 'past', 'future');
    },
    redo(s, { payload: { path } }: OfPage) {
      step(s.pages[path], 'future', 'past');
    },
    save(_s, _action: OfPage) {},
    saving(s, { payload: { path } }: OfPage) {
      const page = s.pages[path];
      if (page) page.isBusy = true;
    },
    /** The settings are written, the fields are not yet. */
    settled(s, { payload: { path, version } }: OfPage<{ version: number }>) {
      const page = s.pages[path];
      if (page) page.head.version = version;
    },
    /** `draft`: as it was sent; what was typed meanwhile stays a change. */
    savedAs(
      s,
      { payload: { path, head, draft, ids } }: OfPage<{ head: ModelHead; draft: ModelDraft; ids: readonly string[] }>,
    ) {
      const page = s.pages[path];
      if (!page) return;
      const idOf = new Map(draft.fields.map(({ key }, index) => [key, ids[index]!]));
      const stored = (one: ModelDraft): ModelDraft => ({
        ...one,
        fields: one.fields.map((field) => (idOf.has(field.key) ? { ...field, id: idOf.get(field.key)! } : field)),
      });
      Object.assign(page, { head, saved: stored(draft), draft: stored(page.draft as ModelDraft), isTried: false });
    },
    refusedFor(s, { payload: { path, problems } }: OfPage<{ problems: Problems }>) {
      const page = s.pages[path];
      if (page) Object.assign(page, { refused: problems, isTried: true });
    },
    rested(s, { payload: { path } }: OfPage) {
      const page = s.pages[path];
      if (page) page.isBusy = false;
    },
    /** Load the model again, and lose what is not saved. */
    reload(_s, _action: OfPage) {},
  },
  extraReducers: (on) =>
    on
      .addCase(session.actions.signedOut, () => nothing)
      .addCase(tabs.actions.closed, (s, { payload }) => {
        delete s.pages[payload];
        delete s.trouble[payload];
      })
      .addCase(tabs.actions.allClosed, () => nothing),
  selectors: {
    all: (s): Readonly<Record<string, DesignState>> => s.pages,
    of: (s, path: string): DesignState | undefined => s.pages[path],
    troubleOf: (s, path: string): string | undefined => s.trouble[path],
  },
});
