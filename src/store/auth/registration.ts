import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { judgeNewPassword, type PasswordFault } from '../../../contract/domain/passwords';
import { session, type User } from '../session';
import type { FormMessage } from './signIn';

export interface RegistrationDraft {
  tenantId: string;
  /** The person's name. */
  name: string;
  account: string;
  password: string;
  password2: string;
}
export type RegistrationField = keyof RegistrationDraft;
/** Keys of the registration texts. */
export type RegistrationProblem = 'tenantFirst' | 'accountFirst' | 'passwordFirst' | 'passwordsDiffer' | PasswordFault;

export interface RegistrationState {
  /** What was typed; the other fields are proposed from what the provider said. */
  draft: Partial<RegistrationDraft>;
  problem: { on: RegistrationField; say: RegistrationProblem } | null;
  /** Why the server has not taken it. */
  error: FormMessage | null;
  isBusy: boolean;
  /** Sent; an administrator decides. */
  isSubmitted: boolean;
}
const blank: RegistrationState = { draft: {}, problem: null, error: null, isBusy: false, isSubmitted: false };

/** The first problem, in the order in which the form is checked. */
export function judgeRegistration(
  { tenantId, account, password, password2 }: RegistrationDraft,
  asksTenant: boolean,
): RegistrationState['problem'] {
  if (asksTenant && tenantId.trim() === '') return { on: 'tenantId', say: 'tenantFirst' };
  if (account.trim() === '') return { on: 'account', say: 'accountFirst' };
  if (password === '') return { on: 'password', say: 'passwordFirst' };
  if (password2 === '') return { on: 'password2', say: 'passwordFirst' };
  if (password !== password2) return { on: 'password2', say: 'passwordsDiffer' };
  const fault = judgeNewPassword(password, account.trim());
  return fault ? { on: 'password', say: fault } : null;
}

/** A person authenticated by a provider asks for an account. */
export const registration = createSlice({
  name: 'registration',
  initialState: blank,
  reducers: {
    edit(s, { payload: { name, value } }: PayloadAction<{ name: RegistrationField; value: string }>) {
      s.draft[name] = value;
      s.problem = null;
    },
    submit(s) {
      s.isBusy = true;
      s.problem = null;
      s.error = null;
    },
    misjudged(s, { payload }: PayloadAction<NonNullable<RegistrationState['problem']>>) {
      s.isBusy = false;
      s.problem = payload;
    },
    failed(s, { payload }: PayloadAction<FormMessage>) {
      s.isBusy = false;
      s.error = payload;
    },
    /** The passwords are no longer needed. */
    submitted: () => ({ ...blank, isSubmitted: true }),
    /** The person has read what happens next. */
    acknowledge() {},
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => blank),
  selectors: { all: (s) => s },
});

/** The form's values: what was typed, over what the provider said. */
export function proposed(
  draft: Partial<RegistrationDraft>,
  user: User | null,
  /** The tenant used when none is typed. */
  tenantId: string,
): RegistrationDraft {
  return {
    tenantId: user?.tenantId || tenantId,
    name: user?.realName ?? '',
    account: user?.account ?? '',
    password: '',
    password2: '',
    ...draft,
  };
}
