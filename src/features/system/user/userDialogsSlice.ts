import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { type User, user } from '../../../../contract/modules/system/user';
import { choiceSetOf } from '../../../store/crud/targets';
import { session } from '../../../store/session';

export interface Person {
  id: string;
  account: string;
  realName: string;
}
/** Which roles these people are to have; `pass` lets those in who wait for it. */
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

/** Roles that may be given to people. */
export const rolesToGive = choiceSetOf(user.fields.roleId)!;

/** As many one-time passwords as are made at once: each is slow on purpose. */
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

/** What can be done to people beyond adding, changing and removing them. */
export const userDialogs = createSlice({
  name: 'userDialogs',
  initialState: closed,
  reducers: {
    /** Roles for one or for many: what is chosen replaces what each of them has. */
    setRoles(_, { payload: rows }: PayloadAction<readonly User[]>): UserDialogsState {
      const roleIds = commonRoles(rows);
      return {
        ...closed,
        dialog: { kind: 'roles', people: rows.map(personOf), roleIds, before: roleIds },
      };
    },
    /** Registrations to be let in, with the roles that are chosen next. */
    pass(_, { payload: rows }: PayloadAction<readonly User[]>): UserDialogsState {
      return { ...closed, dialog: { kind: 'pass', people: rows.map(personOf), roleIds: '', before: '' } };
    },
    pickRoles(s, { payload }: PayloadAction<string>) {
      if (!s.dialog || s.dialog.kind === 'platform' || s.isSaving) return;
      s.dialog.roleIds = payload;
      s.problem = null;
    },
    /** What the person is to another platform; asked of the server first. */
    openPlatform(_s, _action: PayloadAction<User>) {},
    platformOpened(_, { payload: { person, draft } }: PayloadAction<{ person: User; draft: PlatformDraft }>) {
      return { ...closed, dialog: { kind: 'platform' as const, person: personOf(person), draft, before: draft } };
    },
    typePlatform(s, { payload }: PayloadAction<Partial<PlatformDraft>>) {
      if (s.dialog?.kind !== 'platform' || s.isSaving) return;
      Object.assign(s.dialog.draft, payload);
      s.problem = null;
    },
    /** Say at once what is wrong with what was typed. */
    judge(s) {
      s.problem = s.dialog?.kind === 'platform' ? problemOf(s.dialog) : s.problem;
    },
    save(s) {
      s.problem = s.dialog && problemOf(s.dialog);
      s.isSaving = s.dialog !== null && s.problem === null;
    },
    saved: () => closed,
    /** It was refused, or nothing answered: what was chosen stays. */
    failed(s) {
      s.isSaving = false;
    },
    close() {},
    shut: () => closed,
    /** New one-time passwords, told once. */
    reset(_s, _action: PayloadAction<readonly User[]>) {},
    /** Forget failed sign-ins. */
    unlock(_s, _action: PayloadAction<readonly User[]>) {},
    turn(_s, _action: PayloadAction<{ rows: readonly User[]; status: 0 | 1 }>) {},
    /** Registrations that are not let in. */
    refuse(_s, _action: PayloadAction<readonly User[]>) {},
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => closed),
  selectors: {
    all: (s) => s,
    dialog: (s) => s.dialog,
    isSaving: (s) => s.isSaving,
  },
});

/** What keeps a dialog from being saved. Text that begins like JSON has to be JSON; any other is as it is. */
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
