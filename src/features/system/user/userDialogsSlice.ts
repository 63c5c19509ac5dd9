import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { type User, user } from '../../../../contract/modules/system/user';
import { choiceSetOf } from '../../../store/crud/targets';
import { session } from '../../../store/session';

export interface Person {
  id: string;
  account: string;
  realName: string;
}
/** Roles of these users; `pass` approves their registration. */
export interface RolesDialog {
  kind: 'roles' | 'pass';
  people: Person[];
  roleIds: string;
  before: string;
}
export type PlatformDraft = { userType: string; userExt: string };
export interface PlatformDialog {
  kind: 'platform';
  person: Person;
  draft: PlatformDraft;
  before: PlatformDraft;
}
export type UserDialog = RolesDialog | PlatformDialog;
export type UserProblem = 'noRoles' | 'notJson' | 'tooLong';

export interface UserDialogsState {
  dialog: UserDialog | null;
  problem: UserProblem | null;
  isSaving: boolean;
}
const closed: UserDialogsState = { dialog: null, problem: null, isSaving: false };

/** Roles that can be assigned. */
export const rolesToGive = choiceSetOf(user.fields.roleId)!;

/** Maximum number of one-time passwords in a request, because hashing is slow. */
export const mostResets = 50;
export const longestExt = 2000;

function personOf({ id, account, realName }: User): Person {
  return { id, account, realName };
}
function idsOf(joined: string | null | undefined) {
  return (joined ?? '').split(',').filter(Boolean);
}
/** Roles that all of them have. */
function commonRoles([first, ...others]: readonly User[]): string {
  return idsOf(first?.roleId)
    .filter((id) => others.every(({ roleId }) => idsOf(roleId).includes(id)))
    .join(',');
}

/** Actions on users beyond add, edit and delete. */
export const userDialogs = createSlice({
  name: 'userDialogs',
  initialState: closed,
  reducers: {
    /** Opens the roles of one or several users; the choice replaces their roles. */
    setRoles(_, { payload: rows }: PayloadAction<readonly User[]>): UserDialogsState {
      const roleIds = commonRoles(rows);
      return {
        ...closed,
        dialog: { kind: 'roles', people: rows.map(personOf), roleIds, before: roleIds },
      };
    },
    /** Registrations to approve, with the roles chosen next. */
    pass(_, { payload: rows }: PayloadAction<readonly User[]>): UserDialogsState {
      return { ...closed, dialog: { kind: 'pass', people: rows.map(personOf), roleIds: '', before: '' } };
    },
    pickRoles(s, { payload }: PayloadAction<string>) {
      if (!s.dialog || s.dialog.kind === 'platform' || s.isSaving) return;
      s.dialog.roleIds = payload;
      s.problem = null;
    },
    /** Opens the account of the user on another platform, loaded first. */
    openPlatform(_s, _action: PayloadAction<User>) {},
    platformOpened(_, { payload: { person, draft } }: PayloadAction<{ person: User; draft: PlatformDraft }>) {
      return { ...closed, dialog: { kind: 'platform' as const, person: personOf(person), draft, before: draft } };
    },
    typePlatform(s, { payload }: PayloadAction<Partial<PlatformDraft>>) {
      if (s.dialog?.kind !== 'platform' || s.isSaving) return;
      Object.assign(s.dialog.draft, payload);
      s.problem = null;
    },
    /** Validates the input at once. */
    judge(s) {
      s.problem = s.dialog?.kind === 'platform' ? problemOf(s.dialog) : s.problem;
    },
    save(s) {
      s.problem = s.dialog && problemOf(s.dialog);
      s.isSaving = s.dialog !== null && s.problem === null;
    },
    saved: () => closed,
    /** Refused or not answered: the input stays. */
    failed(s) {
      s.isSaving = false;
    },
    close() {},
    shut: () => closed,
    /** New one-time passwords, shown once. */
    reset(_s, _action: PayloadAction<readonly User[]>) {},
    turn(_s, _action: PayloadAction<{ rows: readonly User[]; status: 0 | 1 }>) {},
    /** Ends the hour that a person is recorded. */
    endRecording(_s, _action: PayloadAction<User>) {},
    /** Rejected registrations. */
    refuse(_s, _action: PayloadAction<readonly User[]>) {},
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => closed),
  selectors: {
    typed: ({ dialog }) => dialog && (dialog.kind === 'platform' ? dialog.draft : dialog.roleIds),
    all: (s) => s,
    dialog: (s) => s.dialog,
    isSaving: (s) => s.isSaving,
  },
});

/** Problems that prevent saving. Text that begins like JSON must be valid JSON. */
export function problemOf(dialog: UserDialog): UserProblem | null {
  if (dialog.kind !== 'platform') return dialog.roleIds === '' ? 'noRoles' : null;
  const text = dialog.draft.userExt.trim();
  if (dialog.draft.userExt.length > longestExt) return 'tooLong';
  if (!text.startsWith('{')) return null;
  try {
    JSON.parse(text);
    return null;
  } catch {
    return 'notJson';
  }
}

export function isChanged(dialog: UserDialog): boolean {
  return dialog.kind === 'platform'
    ? dialog.draft.userType !== dialog.before.userType || dialog.draft.userExt !== dialog.before.userExt
    : dialog.roleIds !== dialog.before;
}
