import { createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import { type Check, checkSentences, type Why } from '../../../../contract/wire/accessCheck';
import { tenantChoice } from '../../../store/crud/tenantChoice';

/** An API call as the server names it. */
export interface CallName {
  method: string;
  path: string;
}
export interface WhyState {
  person: { id: string; name: string };
  /** Kind of the check: a menu or button, or an API call. */
  by: 'code' | 'call';
  code: string;
  call: CallName;
  /** Search texts. */
  sought: string;
  /** API calls to choose from; null until loaded. */
  calls: CallName[] | null;
  isBusy: boolean;
  answer: Why | null;
  /** Why there is no result: the server's message, '' when it did not answer; null without an error. */
  problem: string | null;
}
const blank: WhyState = {
  person: { id: '', name: '' },
  by: 'code',
  code: '',
  call: { method: '', path: '' },
  sought: '',
  calls: null,
  isBusy: false,
  answer: null,
  problem: null,
};
export type Question = Pick<WhyState, 'person' | 'by' | 'code' | 'call'>;

/** The missing choice, as the end of a text key. */
export function missingIn({ person, by, code, call }: Question): 'person' | 'code' | 'call' | null {
  if (person.id === '') return 'person';
  if (by === 'code') return code === '' ? 'code' : null;
  return call.path === '' ? 'call' : null;
}

function list(value: unknown): Record<string, unknown>[] {
  return (Array.isArray(value) ? value : []).filter((one) => typeof one === 'object' && one !== null);
}
/** Parses an answer of the server; null when it is malformed. */
export function whyIn(answer: unknown): Why | null {
  if (typeof answer !== 'object' || answer === null || !Array.isArray((answer as Why).checks)) return null;
  const { isAllowed, person, roles, codes, checks, dataScopes } = answer as Partial<Why>;
  return {
    isAllowed: isAllowed === true,
    person: {
      id: String(person?.id ?? ''),
      account: String(person?.account ?? ''),
      realName: String(person?.realName ?? ''),
      isSuper: person?.isSuper === true,
      isAdmin: person?.isAdmin === true,
    },
    roles: list(roles).map(({ id, name, holds }) => ({ id: String(id), name: String(name), holds: holds === true })),
    codes: (Array.isArray(codes) ? codes : []).map(String),
    checks: list(checks)
      .filter(({ check }) => Object.hasOwn(checkSentences, String(check)))
      .map(({ check, isOk, detail }) => ({
        check: check as Check['check'],
        isOk: isOk === true,
        detail: (typeof detail === 'object' && detail !== null ? detail : {}) as Check['detail'],
      })),
    dataScopes: list(dataScopes).map(({ name, rule, roles: givers }) => {
      const { zh = '', en = '' } = (rule ?? {}) as Partial<Why['dataScopes'][number]['rule']>;
      return { name: String(name), rule: { zh, en }, roles: (Array.isArray(givers) ? givers : []).map(String) };
    }),
  };
}
/** All roles of an answer. */
export function idsOf(roles: Why['roles']): string {
  return roles.map(({ id }) => id).join(',');
}
/** The first failed check decides, whatever follows it. */
export function decidingCheck({ checks }: Pick<Why, 'checks'>): Check | undefined {
  return checks.find(({ isOk }) => !isOk);
}

/** Access check: why a user may or may not do something. */
export const why = createSlice({
  name: 'why',
  initialState: blank,
  reducers: {
    /** Sets the check from the address or from a choice, and clears the previous result. */
    choose(s, { payload }: PayloadAction<Partial<Question>>) {
      Object.assign(s, payload);
      s.sought = '';
      s.answer = null;
      s.problem = null;
      s.isBusy = false;
    },
    seek(s, { payload }: PayloadAction<string>) {
      s.sought = payload;
    },
    callsReceived(s, { payload }: PayloadAction<CallName[]>) {
      s.calls = payload;
    },
    ask(s) {
      if (missingIn(s) === null) s.isBusy = true;
    },
    answered(s, { payload }: PayloadAction<Why>) {
      s.answer = payload as Draft<Why>;
      s.problem = null;
      s.isBusy = false;
      s.person.name ||= payload.person.realName;
    },
    failed(s, { payload }: PayloadAction<string>) {
      s.answer = null;
      s.problem = payload;
      s.isBusy = false;
    },
  },
  extraReducers: (on) =>
    on
      // A user belongs to one tenant, so another tenant clears the user.
      .addCase(tenantChoice.actions.choose, ({ by, code, call, calls }) => ({ ...blank, by, code, call, calls })),
  selectors: { all: (s) => s },
});
