import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { judgeNewPassword, type PasswordFault } from '../../../contract/domain/passwords';

export interface PasswordForm {
  oldPassword: string;
  newPassword: string;
  newPassword1: string;
}
/** What is wrong with a field: a key of this form's texts, or the code of the refusal that the server would answer. */
export type PasswordProblem = 'required' | 'differs' | 'password.same' | PasswordFault;
const blank: PasswordForm = { oldPassword: '', newPassword: '', newPassword1: '' };

interface PasswordState {
  form: PasswordForm;
  problems: Partial<Record<keyof PasswordForm, PasswordProblem>>;
  busy: boolean;
}
const closed: PasswordState = { form: blank, problems: {}, busy: false };

/** What is wrong with a new password, in the order in which a person reads the form. */
export function judgePassword(
  { oldPassword, newPassword, newPassword1 }: PasswordForm,
  account: string,
): PasswordState['problems'] {
  const problems: PasswordState['problems'] = {};
  if (oldPassword === '') problems.oldPassword = 'required';
  const fault = newPassword === '' ? 'required' : judgeNewPassword(newPassword, account);
  if (fault) problems.newPassword = fault;
  else if (newPassword === oldPassword) problems.newPassword = 'password.same';
  if (newPassword1 === '') problems.newPassword1 = 'required';
  else if (newPassword1 !== newPassword) problems.newPassword1 = 'differs';
  return problems;
}

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
    },
    changed: () => closed,
    /** The form was left: what was typed is dropped. */
    cleared: () => closed,
    failed(s) {
      s.busy = false;
    },
  },
  selectors: { all: (s) => s },
});
