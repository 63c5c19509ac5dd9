import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ContractTemplate } from '../../../../contract/modules/esign/contractTemplate';
import { session } from '../../../store/session';

export type Side = 'left' | 'right';
/** A version to compare with: its id, name and state, and its wording once it is loaded. */
export type Version = Pick<ContractTemplate, 'id' | 'templateName' | 'wording'>;

interface Comparison {
  /** Versions of the same type, the newest first; null while they load. */
  versions: Version[] | null;
  left: string;
  right: string;
  trouble: string | null;
}
interface State {
  /** The version that a specimen is asked of; `orderId` '' prints invented figures. */
  preview: { id: string; name: string; orderId: string; isBusy: boolean; trouble: string } | null;
  comparison: Comparison | null;
}
const initial: State = { preview: null, comparison: null };

/** The dialogs of contract templates: what a specimen is printed with, and the two versions that are compared. */
export const templateDesk = createSlice({
  name: 'templateDesk',
  initialState: initial,
  reducers: {
    askPreview(s, { payload }: PayloadAction<{ id: string; name: string }>) {
      s.preview = { ...payload, orderId: '', isBusy: false, trouble: '' };
    },
    typePreview(s, { payload }: PayloadAction<{ orderId?: unknown }>) {
      if (s.preview) Object.assign(s.preview, { orderId: String(payload.orderId ?? ''), trouble: '' });
    },
    print(s) {
      if (s.preview) Object.assign(s.preview, { isBusy: true, trouble: '' });
    },
    printed(s) {
      s.preview = null;
    },
    failed(s, { payload }: PayloadAction<string>) {
      if (s.preview) Object.assign(s.preview, { isBusy: false, trouble: payload });
    },
    compare(s, { payload: right }: PayloadAction<Pick<ContractTemplate, 'id' | 'type'>>) {
      s.comparison = { versions: null, left: '', right: right.id, trouble: null };
    },
    loaded(s, { payload: versions }: PayloadAction<Version[]>) {
      if (!s.comparison) return;
      const { right } = s.comparison;
      const at = versions.findIndex(({ id }) => id === right);
      // Beside it stands the version before it, or any other one.
      const left = versions[at + 1]?.id ?? versions.find(({ id }) => id !== right)?.id ?? right;
      Object.assign(s.comparison, { versions, left });
    },
    lost(s, { payload }: PayloadAction<string>) {
      if (s.comparison) s.comparison.trouble = payload;
    },
    choose(s, { payload }: PayloadAction<Partial<Record<Side, string>>>) {
      if (s.comparison) Object.assign(s.comparison, payload);
    },
    close: () => initial,
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => initial),
  selectors: { preview: (s) => s.preview, comparison: (s) => s.comparison },
});
