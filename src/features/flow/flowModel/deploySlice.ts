import { createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import type { DeployFault } from '../../../../contract/wire/flow';
import { session } from '../../../store/session';
import type { Named } from '../designer/NamedInput';

/** What is to be deployed: the latest version of a model, or files that are chosen. */
export interface Deploying {
  /** Null for files. */
  model: { id: string; name: string; path: string | null } | null;
  files: readonly { id: string; name: string }[];
  category: string;
  /** Tenant ids; none for one's own tenant. */
  tenants: readonly string[];
  /** Tenants to choose from; none where the person may deploy to their own alone. */
  offered: readonly Named[];
  /** A deployment was tried without a category. */
  isIncomplete: boolean;
  isBusy: boolean;
  faults: readonly DeployFault[];
  /** Name of the file that the faults are in; '' for a model. */
  faulty: string;
}
const blank: Deploying = {
  ...{ model: null, files: [], category: '', tenants: [], offered: [], isIncomplete: false, isBusy: false },
  ...{ faults: [], faulty: '' },
};

/** The dialog that deploys a process; it is open while there is something to deploy. */
export const deploys = createSlice({
  name: 'flowDeploy',
  initialState: { shown: null as Deploying | null },
  reducers: {
    /** `path`: the page of the designer that it was opened from. */
    show(s, { payload: { id, name, path } }: PayloadAction<{ id: string; name: string; path: string | null }>) {
      s.shown = { ...(blank as Draft<Deploying>), model: { id, name, path } };
    },
    showUpload(s) {
      s.shown = blank as Draft<Deploying>;
    },
    close(s) {
      s.shown = null;
    },
    offer(s, { payload }: PayloadAction<readonly Named[]>) {
      if (s.shown) s.shown.offered = payload as Draft<Named[]>;
    },
    choose(s, { payload }: PayloadAction<Partial<Pick<Deploying, 'category' | 'tenants'>>>) {
      if (s.shown) Object.assign(s.shown, payload, { isIncomplete: false });
    },
    /** Let the person choose files. */
    chooseFiles() {},
    filesChosen(s, { payload }: PayloadAction<readonly { id: string; name: string }[]>) {
      if (s.shown) Object.assign(s.shown, { files: payload, faults: [], faulty: '' });
    },
    submit(s) {
      const { shown } = s;
      if (!shown) return;
      shown.isIncomplete = shown.category === '' || (shown.model === null && shown.files.length === 0);
      shown.isBusy = !shown.isIncomplete;
      Object.assign(shown, { faults: [], faulty: '' });
    },
    /** A file was deployed; the others follow. */
    fileDone(s, { payload: id }: PayloadAction<string>) {
      if (s.shown) s.shown.files = s.shown.files.filter((file) => file.id !== id);
    },
    refused(s, { payload }: PayloadAction<{ faults: readonly DeployFault[]; faulty: string }>) {
      if (s.shown) Object.assign(s.shown, payload);
    },
    rested(s) {
      if (s.shown) s.shown.isBusy = false;
    },
    /** Show an element with a fault in the designer. */
    locate(_s, _action: PayloadAction<string>) {},
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => ({ shown: null })),
  selectors: {
    typed: ({ shown }) => shown && [shown.files.map(({ id }) => id), shown.category, shown.tenants],
    shown: (s) => s.shown,
  },
});
