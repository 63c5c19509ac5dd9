import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface PasswordForm {
  oldPassword: string;
  newPassword: string;
  newPassword1: string;
}
export type PasswordProblem = 'required' | 'tooShort' | 'differs';
/** Fewer characters are too easily guessed; the server sees a digest only, so the form is where it is judged. */
export const leastLength = 8;
const blank: PasswordForm = { oldPassword: '', newPassword: '', newPassword1: '' };

interface PasswordState {
  form: PasswordForm;
  problems: Partial<Record<keyof PasswordForm, PasswordProblem>>;
  busy: boolean;
  /** How often a problem was met: the form puts the focus on the first one each time. */
  attempts: number;
}
const closed: PasswordState = { form: blank, problems: {}, busy: false, attempts: 0 };

/** What is wrong with a new password, in the order in which a person reads the form. */
export const judgePassword = ({ oldPassword, newPassword, newPassword1 }: PasswordForm): PasswordState['problems'] => ({
  ...(oldPassword === '' ? { oldPassword: 'required' as const } : {}),
  ...(newPassword === ''
    ? { newPassword: 'required' as const }
    : newPassword.length < leastLength
      ? { newPassword: 'tooShort' as const }
      : {}),
  ...(newPassword1 === ''
    ? { newPassword1: 'required' as const }
    : newPassword1 !== newPassword
      ? { newPassword1: 'differs' as const }
      : {}),
});

/** Changing one's own password. */
export const password = createSlice({
  name: 'password',
  initialState: closed,
  reducers: {
    typed(s, { payload: { name, value } }: PayloadAction<{ name: keyof PasswordForm; value: string }>) {
      s.form[name] = value;
      delete s.problems[name];
    },
    change(s) {
      s.busy = true;
      s.problems = {};
    },
    misjudged(s, { payload }: PayloadAction<PasswordState['problems']>) {
      s.problems = payload;
      s.busy = false;
      s.attempts += 1;
    },
    changed: () => closed,
    /** Nobody looks at the form any more: what was typed is forgotten. */
    cleared: () => closed,
    failed(s) {
      s.busy = false;
    },
  },
  selectors: { all: (s) => s },
});
