import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { initialDraft } from '../../../../contract/schema/fields';
import { judge, type Problems } from '../../../../contract/schema/validate';
import { judgeRecord, recordFields } from '../../../../contract/wire/lease/collecting';
import { session } from '../../../store/session';

/** Orders that a dialog is about; `name`: of the customer, or how many they are. */
export interface About {
  orderIds: string[];
  name: string;
  /** In full, to call it. */
  tel?: string | null;
}
export interface CollectingState {
  /** The order of which something is recorded. */
  recording: About | null;
  draft: Record<string, unknown>;
  problems: Problems;
  /** The orders that are assigned, and the people of the desk; null before they are known. */
  assigning: About | null;
  people: { id: string; name: string }[] | null;
  assigneeId: string;
  /** The server's message; '' without an error. */
  error: string;
  isBusy: boolean;
  /** Key of the attempt: repeating it writes nothing twice. */
  key: string;
}
const initial: CollectingState = {
  recording: null,
  draft: {},
  problems: {},
  assigning: null,
  people: null,
  assigneeId: '',
  error: '',
  isBusy: false,
  key: '',
};

export function problemsOf(draft: Record<string, unknown>): Problems {
  return { ...judge(recordFields, draft), ...judgeRecord(draft) };
}

/** The dialogs in which a contact or a promise is recorded, and orders are assigned. */
export const collecting = createSlice({
  name: 'collecting',
  initialState: initial,
  reducers: {
    record(_s, _action: PayloadAction<About>) {},
    assign(_s, _action: PayloadAction<About>) {},
    recordOpened: (_s, { payload }: PayloadAction<{ about: About; key: string }>): CollectingState => ({
      ...initial,
      recording: payload.about,
      draft: initialDraft(recordFields),
      key: payload.key,
    }),
    assignOpened: (_s, { payload }: PayloadAction<{ about: About; key: string }>): CollectingState => ({
      ...initial,
      assigning: payload.about,
      key: payload.key,
    }),
    peopleReceived(s, { payload }: PayloadAction<{ id: string; name: string }[]>) {
      s.people = payload;
    },
    type(s, { payload }: PayloadAction<Record<string, unknown>>) {
      Object.assign(s.draft, payload);
      for (const name of Object.keys(payload)) delete s.problems[name];
      s.error = '';
    },
    choose(s, { payload }: PayloadAction<string>) {
      s.assigneeId = payload;
      s.error = '';
    },
    send(s) {
      s.problems = s.recording ? problemsOf(s.draft) : {};
      s.isBusy = Object.keys(s.problems).length === 0;
    },
    denied(s, { payload }: PayloadAction<{ error: string; problems?: Problems; key: string }>) {
      Object.assign(s, { error: payload.error, problems: payload.problems ?? {}, key: payload.key, isBusy: false });
    },
    done: (_s, _action: PayloadAction<{ orderIds: string[] }>) => initial,
    close: () => initial,
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => initial),
  selectors: {
    typed: ({ recording, draft, assigning, assigneeId }) => (recording ? draft : assigning && assigneeId),
    all: (s) => s,
  },
});
