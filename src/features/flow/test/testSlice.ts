import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { type FlowMarkers, markersOf } from '../flowSlice';

/** Name of the rich text editor. */
export const testEditor = 'test';

interface TestState {
  /** Pasted diagram. */
  xml: string;
  /** Activities of the process as a JSON list. */
  history: string;
  markers: FlowMarkers;
  isUnreadable: boolean;
  /** Id of a process on the server. */
  instance: string;
}

function activitiesIn(json: string): unknown[] {
  try {
    const read: unknown = JSON.parse(json);
    return Array.isArray(read) ? read : [];
  } catch {
    return []; // Invalid JSON while typing.
  }
}

/** A test page for parts without a page of their own. */
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
