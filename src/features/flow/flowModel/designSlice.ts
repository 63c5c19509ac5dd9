import { createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import type { DeployFault, FlowAction } from '../../../../contract/wire/flow';
import { tabs } from '../../../store/navigation/route';
import { session } from '../../../store/session';
import type { Named } from '../designer/NamedInput';

/** Address of the designer below that of the list. */
export const designPage = 'design';

/** A model as its list knows it. */
export interface ModelHead {
  id: string;
  name: string;
  modelKey: string;
  description: string | null;
  version: number;
}
/** A process as the designer has drawn it. */
export interface Drawn {
  xml: string;
  /** Id and name of the process. */
  key: string;
  name: string;
}
/** What properties are chosen from. */
export interface Offers {
  roles: readonly Named[];
  posts: readonly Named[];
  actions: readonly FlowAction[];
}

export interface DesignState {
  head: ModelHead;
  /** The file that was opened last, from the server or by the person; `turn` grows with each. */
  xml: string;
  turn: number;
  /** As it is drawn now; null until it is. */
  drawn: Drawn | null;
  /** The file of the latest save, as the designer writes it; null until it is drawn. */
  saved: string | null;
  /** Files that the server may hold as ours: the one of the version in `head`, and one whose saving was not answered. */
  ours: readonly string[];
  offers: Offers;
  isBusy: boolean;
  isChecking: boolean;
  isUnreadable: boolean;
  /** What keeps it from being deployed; null while it was not checked. */
  faults: readonly DeployFault[] | null;
  /** The element to be shown. */
  target: { id: string; turn: number } | null;
}

/** Whether closing the page would lose changes. */
export function isChanged({ drawn, saved }: Pick<DesignState, 'drawn' | 'saved'>): boolean {
  return drawn !== null && saved !== null && drawn.xml !== saved;
}

function escaped(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (sign) => names[sign]!);
}
/** A process without elements. */
export function blankDiagram({ modelKey, name }: Pick<ModelHead, 'modelKey' | 'name'>): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" id="definitions" targetNamespace="http://bpmn.io/schema/bpmn">
  <bpmn:process id="${escaped(modelKey)}" name="${escaped(name)}" isExecutable="true" />
  <bpmndi:BPMNDiagram id="diagram"><bpmndi:BPMNPlane id="plane" bpmnElement="${escaped(modelKey)}" /></bpmndi:BPMNDiagram>
</bpmn:definitions>`;
}

/** Ids of people in a file: their names are shown. */
export function peopleIn(xml: string): string {
  const lists = [...xml.matchAll(/:(?:assignee|candidateUsers|collection)="([\d,\s]+)"/g)].map(([, ids]) => ids!);
  return [...new Set(lists.flatMap((ids) => ids.split(',')).map((id) => id.trim()))].filter(Boolean).join(',');
}

type OfPage<T = object> = PayloadAction<{ path: string } & T>;
interface Pages {
  pages: Record<string, DesignState>;
  /** Why a page has no model: the server's message, '' without an answer. */
  trouble: Record<string, string>;
  /** Elements to be shown once their model is open, by its id; with all that keeps it from being deployed. */
  wanted: Record<string, { id: string; faults: readonly DeployFault[] }>;
}
const nothing: Pages = { pages: {}, trouble: {}, wanted: {} };

/** Models in the designer, by the address of their page. */
export const designs = createSlice({
  name: 'flowDesign',
  initialState: nothing,
  reducers: {
    load(s, { payload: { path } }: OfPage) {
      delete s.trouble[path];
    },
    lost(s, { payload: { path, text } }: OfPage<{ text: string }>) {
      s.trouble[path] = text;
    },
    loaded(s, { payload: { path, head, xml, offers } }: OfPage<{ head: ModelHead; xml: string; offers: Offers }>) {
      s.pages[path] = {
        ...{ head, xml, drawn: null, saved: null, ours: [xml], target: null, faults: null },
        ...{ isBusy: false, isChecking: false, isUnreadable: false },
        offers: offers as Draft<Offers>,
        turn: (s.pages[path]?.turn ?? 0) + 1,
      };
    },
    /** The designer has drawn the file. */
    drawn(s, { payload: { path, drawn } }: OfPage<{ drawn: Drawn }>) {
      const page = s.pages[path];
      if (!page) return;
      page.drawn = drawn;
      page.saved ??= drawn.xml;
      page.isUnreadable = false;
      const wanted = s.wanted[page.head.id];
      if (wanted === undefined) return;
      delete s.wanted[page.head.id];
      page.target = { id: wanted.id, turn: (page.target?.turn ?? 0) + 1 };
      page.faults = wanted.faults;
    },
    undrawable(s, { payload: { path } }: OfPage) {
      const page = s.pages[path];
      if (page) page.isUnreadable = true;
    },
    changed(s, { payload: { path, drawn } }: OfPage<{ drawn: Drawn }>) {
      const page = s.pages[path];
      if (page) page.drawn = drawn;
    },
    save(_s, _action: OfPage) {},
    saving(s, { payload: { path, xml } }: OfPage<{ xml: string }>) {
      const page = s.pages[path];
      if (page) Object.assign(page, { isBusy: true, ours: [...page.ours, xml] });
    },
    savedAs(s, { payload: { path, head, xml } }: OfPage<{ head: ModelHead; xml: string }>) {
      const page = s.pages[path];
      if (page) Object.assign(page, { head, saved: xml, ours: [xml] });
    },
    rested(s, { payload: { path } }: OfPage) {
      const page = s.pages[path];
      if (page) Object.assign(page, { isBusy: false, isChecking: false });
    },
    /** Ask what keeps the process from being deployed. */
    check(s, { payload: { path } }: OfPage) {
      const page = s.pages[path];
      if (page) page.isChecking = true;
    },
    checked(s, { payload: { path, faults } }: OfPage<{ faults: readonly DeployFault[] | null }>) {
      const page = s.pages[path];
      if (page) page.faults = faults as Draft<DeployFault[]> | null;
    },
    /** Open a file of the person in place of what is drawn. */
    importFile(_s, _action: OfPage) {},
    opened(s, { payload: { path, xml } }: OfPage<{ xml: string }>) {
      const page = s.pages[path];
      if (!page) return;
      page.saved ??= ''; // nothing that could be drawn is saved: the file is a change
      Object.assign(page, { xml, turn: page.turn + 1, drawn: null, faults: null, isUnreadable: false });
    },
    /** Save the process as a file. */
    exportFile(_s, _action: OfPage) {},
    /** Show an element. */
    locate(s, { payload: { path, id } }: OfPage<{ id: string }>) {
      const page = s.pages[path];
      if (page) page.target = { id, turn: (page.target?.turn ?? 0) + 1 };
    },
    /** Show an element of a model once it is open. */
    want(s, { payload }: PayloadAction<{ model: string; id: string; faults: readonly DeployFault[] }>) {
      const { model, id, faults } = payload;
      s.wanted[model] = { id, faults: faults as Draft<DeployFault[]> };
    },
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
    of: (s, path: string): DesignState | undefined => s.pages[path],
    troubleOf: (s, path: string): string | undefined => s.trouble[path],
    pages: (s) => s.pages,
  },
});
