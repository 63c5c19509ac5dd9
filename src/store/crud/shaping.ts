/** The shape of a list and its saved views. */
import type { Draft, PayloadAction } from '@reduxjs/toolkit';
import type { ListSettings, ListShape, SavedView } from '../../../contract/wire/listViews';
import type { CrudState } from './crudState';

type State = Draft<CrudState>;

/** The dialog in which a view is saved or renamed. */
export interface ViewForm {
  /** The view that is renamed or replaced; missing for a new one. */
  id?: string;
  name: string;
  isShared: boolean;
  /** Only name and sharing change; otherwise the present conditions, sort and shape are saved. */
  isRename?: true;
}

export interface Shaping {
  /** Whether the server keeps shapes and views; null before it has answered. */
  isKept: boolean | null;
  /** The shape the list is shown in. */
  shape: ListShape;
  /** The shape that the person has chosen outside of views. */
  own: ListShape;
  /** Fields that data scopes hide from the person. */
  hidden: string[];
  views: SavedView[];
  /** Number of rows by the id of the view. */
  counts: Record<string, number>;
  /** The view that was applied last; '' without one. */
  view: string;
  /** null: the dialog is closed. */
  form: ViewForm | null;
  isSaving?: true;
}
export const unshaped: Shaping = {
  isKept: null,
  shape: {},
  own: {},
  hidden: [],
  views: [],
  counts: {},
  view: '',
  form: null,
};

/** Own views first, each group in the order they were saved in. */
function inOrder(views: SavedView[]): SavedView[] {
  const rank = ({ isOwn }: SavedView) => (isOwn ? 0 : 1);
  const byAge = (a: SavedView, b: SavedView) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1);
  return [...views].sort((a, b) => rank(a) - rank(b) || byAge(a, b));
}

function leave({ shaping }: Pick<State, 'shaping'>) {
  shaping.view = '';
  shaping.shape = shaping.own;
}

export const shapeReducers = {
  settingsReceived({ shaping }: State, { payload }: PayloadAction<ListSettings>) {
    Object.assign(shaping, { isKept: true, own: payload.shape, hidden: payload.hidden });
    shaping.views = inOrder(payload.views);
    if (!shaping.view) shaping.shape = payload.shape;
  },
  /** A server of the family keeps no shapes and no views. */
  settingsMissed({ shaping }: State) {
    shaping.isKept = false;
  },
  /** Change the shape. Outside of a view it is the person's own. */
  shape({ shaping }: State, { payload }: PayloadAction<ListShape>) {
    shaping.shape = payload;
    if (!shaping.view) shaping.own = payload;
  },
  viewsCounted({ shaping }: State, { payload }: PayloadAction<Record<string, number>>) {
    shaping.counts = payload;
  },
  /** Apply a saved view. */
  openView(_s: State, _action: PayloadAction<string>) {},
  viewOpened({ shaping }: State, { payload: id }: PayloadAction<string>) {
    const view = shaping.views.find((one) => one.id === id);
    if (!view) return;
    shaping.view = id;
    shaping.shape = { ...shaping.own, ...view.shape };
  },
  leaveView(s: State) {
    leave(s);
  },
  /** Open the dialog. */
  nameView({ shaping }: State, { payload }: PayloadAction<ViewForm>) {
    shaping.form = payload;
  },
  typeView({ shaping }: State, { payload }: PayloadAction<Partial<ViewForm>>) {
    if (shaping.form) Object.assign(shaping.form, payload);
  },
  closeView({ shaping }: State) {
    shaping.form = null;
  },
  saveView({ shaping }: State) {
    if (shaping.form) shaping.isSaving = true;
  },
  viewSaved({ shaping }: State, { payload }: PayloadAction<{ view: SavedView; isApplied: boolean }>) {
    const { view, isApplied } = payload;
    shaping.views = inOrder([...shaping.views.filter(({ id }) => id !== view.id), view]);
    if (isApplied) shaping.view = view.id;
    shaping.form = null;
    delete shaping.isSaving;
  },
  viewFailed({ shaping }: State) {
    delete shaping.isSaving;
    // The dialog stays open; a view that was replaced under its own name had none.
    if (shaping.form?.id && !shaping.form.isRename) shaping.form = null;
  },
  removeView(_s: State, _action: PayloadAction<string>) {},
  viewRemoved(s: State, { payload: id }: PayloadAction<string>) {
    s.shaping.views = s.shaping.views.filter((one) => one.id !== id);
    if (s.shaping.view === id) leave(s);
  },
};
