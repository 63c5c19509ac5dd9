import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Source of the diagram: a process instance with its progress, or a definition. */
export type FlowSource = { processInstanceId: string } | { processDefinitionId: string };

/** One activity of a process, as the server sends it. */
export interface Activity {
  historyActivityId: string;
  historyActivityType: string;
  /** End time; empty while it runs. */
  endTime?: string | null;
}
export type FlowMarker = 'running' | 'done' | 'line';
/** Marking of an element of the diagram. */
export type FlowMarkers = Record<string, FlowMarker>;

function markerOf({ historyActivityType: type, endTime }: Activity): FlowMarker | undefined {
  if (type === 'sequenceFlow') return 'line';
  if (type === 'candidate') return undefined;
  return endTime ? 'done' : 'running';
}

/** The marking of each element after all activities: the last entry of an element counts. */
export function markersOf(flow: readonly unknown[]): FlowMarkers {
  const markers = new Map<string, FlowMarker | undefined>();
  for (const entry of flow) {
    const activity = (entry ?? {}) as Partial<Activity>;
    if (typeof activity.historyActivityId === 'string' && activity.historyActivityId !== '')
      markers.set(activity.historyActivityId, markerOf(activity as Activity));
  }
  return Object.fromEntries([...markers].filter((pair): pair is [string, FlowMarker] => pair[1] !== undefined));
}

/** Largest diagram in characters, five times one of a few hundred steps: a larger one would block the page. */
export const mostXml = 1024 * 1024;

export type FlowState =
  | { kind: 'loading' }
  | { kind: 'ready'; xml: string; markers: FlowMarkers }
  /** No diagram, too large, unreadable, or without the places of its elements. */
  | { kind: 'empty' | 'tooLarge' | UndrawableKind }
  | { kind: 'cutOff' }
  /** The server's message. */
  | { kind: 'refused'; text: string };

export type UndrawableKind = 'unreadable' | 'undrawn';
/** Why a file cannot be drawn: a process may run that says nothing of where its elements are. */
export function undrawableKind(xml: string): UndrawableKind {
  return /<[\w:]*definitions\b/.test(xml) && !/<[\w:]*BPMNPlane\b/.test(xml) ? 'undrawn' : 'unreadable';
}

/** The data of an answer; some servers wrap it in a second envelope. */
export function diagramOf(answer: unknown): FlowState {
  const outer = (answer ?? {}) as { data?: unknown; xml?: unknown };
  const held = ('xml' in Object(outer) ? outer : (outer.data ?? {})) as { xml?: unknown; flow?: unknown };
  const { xml, flow } = Object(held) as { xml?: unknown; flow?: unknown };
  if (typeof xml !== 'string' || xml.trim() === '') return { kind: 'empty' };
  if (xml.length > mostXml) return { kind: 'tooLarge' };
  return { kind: 'ready', xml, markers: markersOf(Array.isArray(flow) ? flow : []) };
}

/** Name of the viewer that opens as a dialog; pages choose the names of the others. */
export const dialogName = 'dialog';

interface Viewer {
  source: FlowSource;
  diagram: FlowState;
}
function isSame(one: FlowSource, other: FlowSource) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Diagrams on screen by the name of the viewer. A viewer without a diagram is not shown. */
export const flow = createSlice({
  name: 'flow',
  initialState: { byName: {} as Record<string, Viewer> },
  reducers: {
    /** Shows a diagram; the current one stays until the answer has come. */
    view(s, { payload: { name, source } }: PayloadAction<{ name: string; source: FlowSource }>) {
      const held = s.byName[name];
      const isAgain = held?.diagram.kind === 'ready' && isSame(held.source, source);
      if (!isAgain) s.byName[name] = { source, diagram: { kind: 'loading' } };
    },
    received(s, { payload: { name, diagram } }: PayloadAction<{ name: string; diagram: FlowState }>) {
      const held = s.byName[name];
      if (held) held.diagram = diagram;
    },
    /** The diagram cannot be drawn. */
    undrawable(s, { payload: { name } }: PayloadAction<{ name: string }>) {
      const held = s.byName[name];
      if (held?.diagram.kind === 'ready') held.diagram = { kind: undrawableKind(held.diagram.xml) };
    },
    /** Closes the viewer. */
    dropped(s, { payload: { name } }: PayloadAction<{ name: string }>) {
      delete s.byName[name];
    },
  },
  selectors: { of: (s, name: string): Viewer | undefined => s.byName[name] },
});

/** Actions of the dialog. */
export function showFlow(source: FlowSource) {
  return flow.actions.view({ name: dialogName, source });
}
export function hideFlow() {
  return flow.actions.dropped({ name: dialogName });
}
