import { createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import { daysBetween, isDateTime } from '../../../../contract/domain/calendar';
import { platformTenant, type Tenant } from '../../../../contract/modules/system/tenant';
import { tenantPackage } from '../../../../contract/modules/system/tenantPackage';
import { choiceSetOf } from '../../../store/crud/targets';
import { session } from '../../../store/session';

export interface TenantNamed {
  id: string;
  /** Six digits. */
  tenantId: string;
  tenantName: string;
}
/** Typed values; '' is empty. For several tenants, differing fields are empty at first and stay unchanged. */
export interface Limits {
  accountNumber: string;
  isUnlimited: boolean;
  expireDate: string;
  expireTime: string;
  status: string;
  domain: string;
}
export interface SettingDialog {
  kind: 'setting';
  tenants: TenantNamed[];
  draft: Limits;
  before: Limits;
  /** Fields in which they differ. */
  mixed: { [name in keyof Limits]?: true };
}
export interface PackageDialog {
  kind: 'package';
  tenant: TenantNamed;
  /** '' for none. */
  packageId: string;
  before: string;
  /** Menu ids of the chosen package; null until loaded. */
  menuIds: string[] | null;
  isLost?: true;
  /** Collapsed nodes of the menu tree. */
  folded: string[];
}
export interface DatasourceDialog {
  kind: 'datasource';
  tenant: TenantNamed;
  datasourceId: string;
  before: string;
  /** null until loaded. */
  options: { id: string; name: string }[] | null;
  isLost?: true;
}
export type TenantDialog = SettingDialog | PackageDialog | DatasourceDialog;
export type TenantProblem = { on: keyof Limits; say: 'notCount' | 'notTime' | 'notDomain' };

export interface TenantDialogsState {
  dialog: TenantDialog | null;
  problem: TenantProblem | null;
  isSaving: boolean;
}
const closed: TenantDialogsState = { dialog: null, problem: null, isSaving: false };

/** Menus that a package can contain. */
export const menusOfTenants = choiceSetOf(tenantPackage.fields.menuId)!;

export const unlimited = -1;
export const mostAccounts = 1_000_000;
/** From this many days before its end the expiry is marked. */
export const soonDays = 30;
/** A date without a time includes the whole day. */
export const lastMoment = '23:59:59';

function named({ id, tenantId, tenantName }: Tenant): TenantNamed {
  return { id, tenantId, tenantName };
}
function limitsOf({ accountNumber, expireTime, status, domain }: Tenant): Limits {
  const count = accountNumber ?? unlimited;
  const [date = '', time = ''] = (expireTime ?? '').split(' ');
  return {
    accountNumber: count < 0 ? '' : String(count),
    isUnlimited: count < 0,
    expireDate: date,
    expireTime: time,
    status: String(status ?? 1),
    domain: domain ?? '',
  };
}
const nothing: Limits = {
  accountNumber: '',
  isUnlimited: false,
  expireDate: '',
  expireTime: '',
  status: '',
  domain: '',
};
function settingOf(rows: readonly Tenant[]): SettingDialog {
  const each = rows.map(limitsOf);
  const first = each[0] ?? nothing;
  const names = Object.keys(first) as (keyof Limits)[];
  const mixed = Object.fromEntries(
    names.flatMap((name) => (each.some((one) => one[name] !== first[name]) ? [[name, true]] : [])),
  );
  const draft = Object.fromEntries(names.map((name) => [name, (mixed[name] ? nothing : first)[name]]));
  return {
    kind: 'setting',
    tenants: rows.map(named),
    draft: draft as unknown as Limits,
    before: draft as unknown as Limits,
    mixed,
  };
}

/** Settings of tenants that only the platform's owner changes. */
export const tenantDialogs = createSlice({
  name: 'tenantDialogs',
  initialState: closed,
  reducers: {
    setLimits(_, { payload: rows }: PayloadAction<readonly Tenant[]>): TenantDialogsState {
      return { ...closed, dialog: settingOf(rows) };
    },
    choosePackage(_, { payload: row }: PayloadAction<Tenant>): TenantDialogsState {
      const packageId = row.packageId ?? '';
      return {
        ...closed,
        dialog: { kind: 'package', tenant: named(row), packageId, before: packageId, menuIds: null, folded: [] },
      };
    },
    chooseDatasource(_, { payload: row }: PayloadAction<Tenant>): TenantDialogsState {
      const datasourceId = row.datasourceId ?? '';
      return {
        ...closed,
        dialog: { kind: 'datasource', tenant: named(row), datasourceId, before: datasourceId, options: null },
      };
    },
    typeLimits(s, { payload }: PayloadAction<Partial<Limits>>) {
      if (s.dialog?.kind !== 'setting' || s.isSaving) return;
      Object.assign(s.dialog.draft, payload);
      s.problem = null;
    },
    judge(s) {
      if (s.dialog?.kind === 'setting') s.problem = problemOf(s.dialog);
    },
    pickPackage(s, { payload }: PayloadAction<string>) {
      if (s.dialog?.kind !== 'package' || s.isSaving) return;
      Object.assign(s.dialog, { packageId: payload, menuIds: null, folded: [] });
      delete s.dialog.isLost;
    },
    /** Loads the failed part again. */
    retry(s) {
      if (s.dialog && s.dialog.kind !== 'setting') delete s.dialog.isLost;
    },
    menusReceived(s, { payload }: PayloadAction<string[]>) {
      if (s.dialog?.kind === 'package') s.dialog.menuIds = payload;
    },
    toggleMenu(s, { payload: id }: PayloadAction<string>) {
      if (s.dialog?.kind !== 'package') return;
      const { folded } = s.dialog;
      s.dialog.folded = folded.includes(id) ? folded.filter((one) => one !== id) : [...folded, id];
    },
    datasourcesReceived(s, { payload }: PayloadAction<{ id: string; name: string }[]>) {
      if (s.dialog?.kind === 'datasource') s.dialog.options = payload as Draft<typeof payload>;
    },
    pickDatasource(s, { payload }: PayloadAction<string>) {
      if (s.dialog?.kind === 'datasource' && !s.isSaving) s.dialog.datasourceId = payload;
    },
    lost(s) {
      if (s.dialog && s.dialog.kind !== 'setting') s.dialog.isLost = true;
    },
    save(s) {
      s.problem = s.dialog?.kind === 'setting' ? problemOf(s.dialog) : null;
      s.isSaving = s.dialog !== null && s.problem === null;
    },
    saved: () => closed,
    misjudged(s, { payload }: PayloadAction<TenantProblem>) {
      s.problem = payload;
      s.isSaving = false;
    },
    /** Refused or not answered: the input stays. */
    failed(s) {
      s.isSaving = false;
    },
    close() {},
    shut: () => closed,
    /** Opens the users of this tenant. */
    enter(_s, _action: PayloadAction<Tenant>) {},
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => closed),
  selectors: {
    typed: ({ dialog }) =>
      dialog &&
      (dialog.kind === 'setting' ? dialog.draft : dialog.kind === 'package' ? dialog.packageId : dialog.datasourceId),
    all: (s) => s,
    dialog: (s) => s.dialog,
  },
});

export function hasPlatform(tenants: readonly Pick<Tenant, 'tenantId'>[]): boolean {
  return tenants.some(({ tenantId }) => tenantId === platformTenant);
}

function countOf({ accountNumber, isUnlimited }: Limits): number | null {
  if (isUnlimited) return unlimited;
  return /^\d{1,7}$/.test(accountNumber) && Number(accountNumber) <= mostAccounts ? Number(accountNumber) : null;
}
function momentOf({ expireDate, expireTime }: Limits): string {
  return expireDate === '' ? '' : `${expireDate} ${expireTime === '' ? lastMoment : expireTime}`;
}

/** Request body: changed fields only, so that several tenants keep their differences. */
export function changeOf({ draft, before, tenants }: SettingDialog): Record<string, unknown> {
  const isTouched = (...names: (keyof Limits)[]) => names.some((name) => draft[name] !== before[name]);
  const isPlatform = hasPlatform(tenants);
  return {
    ...(isTouched('accountNumber', 'isUnlimited') ? { accountNumber: countOf(draft) } : {}),
    ...(isTouched('expireDate', 'expireTime') && !isPlatform ? { expireTime: momentOf(draft) } : {}),
    ...(isTouched('status') && !isPlatform ? { status: Number(draft.status) } : {}),
    ...(isTouched('domain') && tenants.length === 1 ? { domain: draft.domain.trim() } : {}),
  };
}
export function problemOf(dialog: SettingDialog): TenantProblem | null {
  const change = changeOf(dialog);
  if (change.accountNumber === null) return { on: 'accountNumber', say: 'notCount' };
  if (change.expireTime && !isDateTime(String(change.expireTime))) return { on: 'expireDate', say: 'notTime' };
  return null;
}

export function isChanged(dialog: TenantDialog): boolean {
  if (dialog.kind === 'setting') return Object.keys(changeOf(dialog)).length > 0;
  return dialog.kind === 'package' ? dialog.packageId !== dialog.before : dialog.datasourceId !== dialog.before;
}

/** State of a tenant's expiry on a day: expired, expiring with the days left, or neither. */
export function timeLeft(
  expireTime: string | null | undefined,
  today: string,
): { is: 'over' } | { is: 'soon'; days: number } | null {
  const date = (expireTime ?? '').slice(0, 10);
  if (today === '' || !isDateTime(`${date} ${lastMoment}`)) return null;
  const days = daysBetween(today, date);
  if (days < 0) return { is: 'over' };
  return days <= soonDays ? { is: 'soon', days } : null;
}
