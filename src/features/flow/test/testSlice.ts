import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { type FlowMarkers, markersOf } from '../flowSlice';

/** Name of the page's rich text. */
export const testEditor = 'test';

interface TestState {
  /** A diagram, pasted. */
  xml: string;
  /** What happened in it: a list of activities as JSON. */
  history: string;
  markers: FlowMarkers;
  isUnreadable: boolean;
  /** Of a process on the server. */
  instance: string;
}

function activitiesIn(json: string): unknown[] {
  try {
    const read: unknown = JSON.parse(json);
    return Array.isArray(read) ? read : [];
  } catch {
    return []; // half typed
  }
}

/** The page on which parts are tried out that have no page of their own. */
export const testPage = createSlice({
  name: 'test',
  initialState: { xml: '', history: '', markers: {}, isUnreadable: false, instance: '' } as TestState,
  reducers: {
    typed(s, { payload }: PayloadAction<Partial<Pick<TestState, 'xml' | 'history' | 'instance'>>>) {
      Object.assign(s, payload);
      if (payload.xml !== undefined) s.isUnreadable = false;
      if (payload.history !== undefined) s.markers = markersOf(activitiesIn(payload.history));
    },
    unreadable(s) {
      s.isUnreadable = true;
    },
  },
  selectors: { all: (s) => s },
});
