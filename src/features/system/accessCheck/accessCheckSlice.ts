import { createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import { type Check, checkSentences, type Why } from '../../../../contract/wire/accessCheck';
import { tenantChoice } from '../../../store/crud/tenantChoice';

/** A call as the server names it. */
export interface CallName {
  method: string;
  path: string;
}
export interface WhyState {
  person: { id: string; name: string };
  /** A menu or button is asked about, or a call. */
  by: 'code' | 'call';
  code: string;
  call: CallName;
  /** What is typed to find one of them. */
  sought: string;
  /** Calls to choose from; null until they have come. */
  calls: CallName[] | null;
  isBusy: boolean;
  answer: Why | null;
  /** Why there is none: the server's sentence, '' when nothing answered; null while nothing is wrong. */
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

/** What is still to be chosen, as the end of a key of words. */
export function missingIn({ person, by, code, call }: Question): 'person' | 'code' | 'call' | null {
  if (person.id === '') return 'person';
  if (by === 'code') return code === '' ? 'code' : null;
  return call.path === '' ? 'call' : null;
}

function list(value: unknown): Record<string, unknown>[] {
  return (Array.isArray(value) ? value : []).filter((one) => typeof one === 'object' && one !== null);
}
/** The answer of a server, whatever else is in it; null where it is none. */
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
/** The roles of an answer as one list. */
export function idsOf(roles: Why['roles']): string {
  return roles.map(({ id }) => id).join(',');
}
/** The first question that was answered with no decides, whatever came after it. */
export function decidingCheck({ checks }: Pick<Why, 'checks'>): Check | undefined {
  return checks.find(({ isOk }) => !isOk);
}

/** Why somebody may or may not do something. */
export const why = createSlice({
  name: 'why',
  initialState: blank,
  reducers: {
    /** What the address asks, or what is chosen. What was answered before is about something else. */
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
      // A person of another tenant is nobody there.
      .addCase(tenantChoice.actions.choose, ({ by, code, call, calls }) => ({ ...blank, by, code, call, calls })),
  selectors: { all: (s) => s },
});
