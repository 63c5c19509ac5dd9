import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ModelVersion } from '../../../../contract/wire/flow';
import { tabs } from '../../../store/navigation/route';
import { session } from '../../../store/session';

/** Address of the versions below that of the list. */
export const versionsPage = 'versions';

export interface VersionsState {
  id: string;
  name: string;
  /** Newest first; null while they load. */
  list: readonly ModelVersion[] | null;
  /** The two that are compared; 0 for none. */
  before: number;
  after: number;
  /** Files by version, as they arrive. */
  files: Record<number, string>;
  /** The server's message, '' without an answer; null without an error. */
  trouble: string | null;
}
type OfPage<T = object> = PayloadAction<{ path: string } & T>;

/** Versions of models, by the address of their page. */
export const modelVersions = createSlice({
  name: 'flowVersions',
  initialState: { pages: {} as Record<string, VersionsState> },
  reducers: {
    load(s, { payload: { path, id } }: OfPage<{ id: string }>) {
      s.pages[path] ??= { id, name: '', list: null, before: 0, after: 0, files: {}, trouble: null };
      s.pages[path].trouble = null;
    },
    loaded(s, { payload: { path, name, list } }: OfPage<{ name: string; list: ModelVersion[] }>) {
      const page = s.pages[path];
      if (!page) return;
      Object.assign(page, { name, list });
      const known = (version: number) => list.some((one) => one.version === version);
      if (!known(page.after)) page.after = list[0]?.version ?? 0;
      if (!known(page.before)) page.before = list[1]?.version ?? page.after;
    },
    lost(s, { payload: { path, text } }: OfPage<{ text: string }>) {
      const page = s.pages[path];
      if (page) page.trouble = text;
    },
    choose(s, { payload: { path, ...chosen } }: OfPage<{ before?: number; after?: number }>) {
      const page = s.pages[path];
      if (page) Object.assign(page, chosen);
    },
    fileLoaded(s, { payload: { path, version, xml } }: OfPage<{ version: number; xml: string }>) {
      const page = s.pages[path];
      if (page) page.files[version] = xml;
    },
    /** Open a version in the designer; it becomes the newest one when it is saved there. */
    restore(_s, _action: OfPage<{ version: number }>) {},
  },
  extraReducers: (on) =>
    on
      .addCase(session.actions.signedOut, () => ({ pages: {} }))
      .addCase(tabs.actions.closed, (s, { payload }) => {
        delete s.pages[payload];
      })
      .addCase(tabs.actions.allClosed, () => ({ pages: {} })),
  selectors: { of: (s, path: string): VersionsState | undefined => s.pages[path] },
});
