import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Whose diagram: that of a running process, with what has happened in it, or that of a definition. */
export type FlowSource = { processInstanceId: string } | { processDefinitionId: string };

/** One thing that happened in a process, as the server tells it. */
export interface Activity {
  historyActivityId: string;
  historyActivityType: string;
  /** When it ended; nothing while it has not. */
  endTime?: string | null;
}
export type FlowMarker = 'running' | 'done' | 'line';
/** How an element of the diagram is marked, by its id. */
export type FlowMarkers = Record<string, FlowMarker>;

function markerOf({ historyActivityType: type, endTime }: Activity): FlowMarker | undefined {
  if (type === 'sequenceFlow') return 'line';
  if (type === 'candidate') return undefined; // somebody who could act, nothing that happened
  return endTime ? 'done' : 'running';
}

/** What each element looks like after all that happened: of several entries for one, the last says it. */
export function markersOf(flow: readonly unknown[]): FlowMarkers {
  const markers = new Map<string, FlowMarker | undefined>();
  for (const entry of flow) {
    const activity = (entry ?? {}) as Partial<Activity>;
    if (typeof activity.historyActivityId === 'string' && activity.historyActivityId !== '')
      markers.set(activity.historyActivityId, markerOf(activity as Activity));
  }
  return Object.fromEntries([...markers].filter((pair): pair is [string, FlowMarker] => pair[1] !== undefined));
}

/** A diagram of a few hundred steps has a fifth of this; what is larger would hold up the whole page. */
export const mostXml = 1024 * 1024;

export type FlowState =
  | { kind: 'loading' }
  | { kind: 'ready'; xml: string; markers: FlowMarkers }
  /** There is nothing to draw, it is too large, or it is no diagram. */
  | { kind: 'empty' | 'tooLarge' | 'unreadable' }
  | { kind: 'cutOff' }
  /** In the server's words. */
  | { kind: 'refused'; text: string };

/** What an answer holds; some servers of the family put the data into another envelope of data. */
export function diagramOf(answer: unknown): FlowState {
  const outer = (answer ?? {}) as { data?: unknown; xml?: unknown };
  const held = ('xml' in Object(outer) ? outer : (outer.data ?? {})) as { xml?: unknown; flow?: unknown };
  const { xml, flow } = Object(held) as { xml?: unknown; flow?: unknown };
  if (typeof xml !== 'string' || xml.trim() === '') return { kind: 'empty' };
  if (xml.length > mostXml) return { kind: 'tooLarge' };
  return { kind: 'ready', xml, markers: markersOf(Array.isArray(flow) ? flow : []) };
}

/** The viewer that opens as a dialog over whatever page asked for it; the others have names of their pages' choice. */
export const dialogName = 'dialog';

interface Viewer {
  source: FlowSource;
  diagram: FlowState;
}
function isSame(one: FlowSource, other: FlowSource) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Diagrams of processes that are on screen, by the name of the viewer. A viewer without a diagram is not shown. */
export const flow = createSlice({
  name: 'flow',
  initialState: { byName: {} as Record<string, Viewer> },
  reducers: {
    /** Show a diagram; one that is there already stays until the new answer has come. */
    view(s, { payload: { name, source } }: PayloadAction<{ name: string; source: FlowSource }>) {
      const held = s.byName[name];
      const isAgain = held?.diagram.kind === 'ready' && isSame(held.source, source);
      if (!isAgain) s.byName[name] = { source, diagram: { kind: 'loading' } };
    },
    received(s, { payload: { name, diagram } }: PayloadAction<{ name: string; diagram: FlowState }>) {
      const held = s.byName[name];
      if (held) held.diagram = diagram;
    },
    /** What was received cannot be drawn. */
    undrawable(s, { payload: { name } }: PayloadAction<{ name: string }>) {
      const held = s.byName[name];
      if (held) held.diagram = { kind: 'unreadable' };
    },
    /** It is not looked at any more. */
    dropped(s, { payload: { name } }: PayloadAction<{ name: string }>) {
      delete s.byName[name];
    },
  },
  selectors: { of: (s, name: string): Viewer | undefined => s.byName[name] },
});

/** Commands of the dialog. */
export function showFlow(source: FlowSource) {
  return flow.actions.view({ name: dialogName, source });
}
export function hideFlow() {
  return flow.actions.dropped({ name: dialogName });
}
