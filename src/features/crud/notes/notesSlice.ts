import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { type Note, remindedPeople } from '../../../../contract/modules/desk/note';
import type { Page } from '../../../../contract/schema/module';
import { tabs } from '../../../store/navigation/route';
import { session } from '../../../store/session';

/** Notes of a page of the card. */
export const notesSize = 10;

/** The record that notes are about: the name of its module, and its id. */
export interface Subject {
  subject: string;
  subjectId: string;
}
export function keyOf({ subject, subjectId }: Subject): string {
  return `${subject} ${subjectId}`;
}

export interface Person {
  id: string;
  name: string;
}
export interface NoteDraft {
  text: string;
  /** People whose names were put into the text; those that are still in it are mentioned. */
  people: Person[];
  hasReminder: boolean;
  remindTime: string;
  remindWhom: number;
}
export const blankDraft: NoteDraft = {
  text: '',
  people: [],
  hasReminder: false,
  remindTime: '',
  remindWhom: remindedPeople.writer,
};

/** The people that a draft mentions. */
export function mentionedIn({ text, people }: Pick<NoteDraft, 'text' | 'people'>): Person[] {
  return people.filter(
    // A person whose name is not shown stays mentioned.
    ({ id, name }, index) => text.includes(`@${name}`) && people.findIndex((one) => one.id === id) === index,
  );
}

export function draftOf(note: Note): NoteDraft {
  const names = note.userNames?.split(',') ?? [];
  const ids = note.userIds?.split(',').filter(Boolean) ?? [];
  return {
    text: note.content,
    // Each name stands at the place of its id.
    people: ids.map((id, index) => ({ id, name: names[index] ?? '' })),
    hasReminder: note.remindTime !== null,
    remindTime: note.remindTime ?? '',
    remindWhom: note.remindWhom ?? remindedPeople.writer,
  };
}

export interface NotesState extends Subject {
  /** Address of the tab, with which the notes are released. */
  path: string;
  rows: Note[] | null;
  total: number;
  current: number;
  isBusy: boolean;
  /** The server's message, '' when it did not answer. */
  lost?: string;
  draft: NoteDraft;
  editing: ({ id: string } & NoteDraft) | null;
  isSaving: boolean;
  /** Key of the request that is being sent, and what it says: repeated after a failure, it has no second effect. */
  sent: { key: string; body: string } | null;
  people: Person[] | null;
}

type Of<P = unknown> = PayloadAction<Subject & P>;

/** Notes by record, kept until the tab of the record closes. */
export const notes = createSlice({
  name: 'notes',
  initialState: {} as Record<string, NotesState>,
  reducers: {
    opened(s, { payload: { path, ...of } }: Of<{ path: string }>) {
      const held = s[keyOf(of)];
      s[keyOf(of)] = held
        ? { ...held, path }
        : {
            ...of,
            path,
            rows: null,
            total: 0,
            current: 1,
            isBusy: false,
            draft: blankDraft,
            editing: null,
            isSaving: false,
            sent: null,
            people: null,
          };
    },
    list(s, { payload: { current, ...of } }: Of<{ current?: number }>) {
      const state = s[keyOf(of)];
      if (state) Object.assign(state, { isBusy: true, current: current ?? state.current });
    },
    listed(s, { payload: { page, ...of } }: Of<{ page: Pick<Page<Note>, 'records' | 'total'> }>) {
      const state = s[keyOf(of)];
      if (!state) return;
      Object.assign(state, { rows: page.records, total: page.total, isBusy: false });
      delete state.lost;
    },
    lost(s, { payload: { text, ...of } }: Of<{ text: string }>) {
      const state = s[keyOf(of)];
      if (state) Object.assign(state, { isBusy: false, lost: text });
    },
    /** Into the new note, or into the one that is being edited. */
    typed(s, { payload: { change, isEdit, ...of } }: Of<{ change: Partial<NoteDraft>; isEdit: boolean }>) {
      const state = s[keyOf(of)];
      const draft = isEdit ? state?.editing : state?.draft;
      if (draft) Object.assign(draft, change);
    },
    mentioned(s, { payload: { person, isEdit, ...of } }: Of<{ person: Person; isEdit: boolean }>) {
      const state = s[keyOf(of)];
      (isEdit ? state?.editing : state?.draft)?.people.push(person);
    },
    /** The people whose names contain the text. */
    seek(s, { payload: { typed: _, ...of } }: Of<{ typed: string }>) {
      const state = s[keyOf(of)];
      if (state) state.people = null;
    },
    found(s, { payload: { people, ...of } }: Of<{ people: Person[] }>) {
      const state = s[keyOf(of)];
      if (state) state.people = people;
    },
    edit(s, { payload: { note, ...of } }: Of<{ note: Note }>) {
      const state = s[keyOf(of)];
      if (state) state.editing = { id: note.id, ...draftOf(note) };
    },
    cancel(s, { payload: of }: Of) {
      const state = s[keyOf(of)];
      if (state) state.editing = null;
    },
    save(_s, _action: Of<{ isEdit: boolean }>) {},
    sending(s, { payload: { sent, ...of } }: Of<{ sent: NotesState['sent'] }>) {
      const state = s[keyOf(of)];
      if (state) Object.assign(state, { isSaving: true, sent });
    },
    saved(s, { payload: { isEdit, ...of } }: Of<{ isEdit: boolean }>) {
      const state = s[keyOf(of)];
      if (!state) return;
      Object.assign(state, { isSaving: false, sent: null }, isEdit ? { editing: null } : { draft: blankDraft });
    },
    notSaved(s, { payload: of }: Of) {
      const state = s[keyOf(of)];
      if (state) state.isSaving = false;
    },
    remove(_s, _action: Of<{ id: string }>) {},
    finish(_s, _action: Of<{ id: string }>) {},
  },
  extraReducers: (on) => {
    on.addCase(tabs.actions.closed, (s, { payload }) => {
      for (const [key, { path }] of Object.entries(s)) if (path === payload) delete s[key];
    })
      .addCase(tabs.actions.allClosed, () => ({}))
      .addCase(session.actions.signedOut, () => ({}));
  },
  selectors: {
    typedAt: (s, path: string) => {
      const held = Object.values(s).filter((one) => one.path === path);
      return held.length > 0 ? held.map(({ draft, editing }) => [draft, editing]) : null;
    },
    of: (s, of: Subject): NotesState | undefined => s[keyOf(of)],
  },
});
