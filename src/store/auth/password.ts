import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { judgeNewPassword, type PasswordFault } from '../../../contract/domain/passwords';
import type { User } from '../session';

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

/** The fields that a person fills in: one who has proved their phone instead of the one-time password is not asked for it. */
export function passwordFields(user: Pick<User, 'setsPassword'> | null): (keyof PasswordForm)[] {
  return user?.setsPassword ? ['newPassword', 'newPassword1'] : ['oldPassword', 'newPassword', 'newPassword1'];
}

/** What is wrong with a new password, in the order in which a person reads the form. */
export function judgePassword(
  { oldPassword, newPassword, newPassword1 }: PasswordForm,
  user: Pick<User, 'account' | 'setsPassword'> | null,
): PasswordState['problems'] {
  const problems: PasswordState['problems'] = {};
  if (oldPassword === '' && passwordFields(user).includes('oldPassword')) problems.oldPassword = 'required';
  const fault = newPassword === '' ? 'required' : judgeNewPassword(newPassword, user?.account ?? '');
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
