import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { judgeMobile } from '../../../contract/domain/mobile';
import type { ConsoleSettings } from '../../../contract/wire/settings';
import { session } from '../session';

/** The ways to sign in, in the order of their tabs. */
export const signInModes = ['user', 'phone', 'social', 'sso'] as const;
export type SignInMode = (typeof signInModes)[number];

/** The ways that the deployment offers; the password always. A tenant's own page does not offer another tenant's
 *  sign-in. */
export function waysIn(
  { phoneMode, socialSources, sso }: ConsoleSettings,
  tenant: { tenantId: string } | null,
): SignInMode[] {
  const hasSso = sso !== null && (tenant === null || tenant.tenantId === sso.tenantId);
  const has = { user: true, phone: phoneMode, social: socialSources.length > 0, sso: hasSso };
  return signInModes.filter((mode) => has[mode]);
}

export interface SignInDraft {
  tenantId: string;
  username: string;
  password: string;
  captcha: string;
  phone: string;
  /** The code from the message. */
  smsCode: string;
}
export type SignInField = keyof SignInDraft;
/** Keys of the sign-in texts. */
export type SignInProblem =
  | 'accountHint'
  | 'passwordHint'
  | 'captchaHint'
  | 'phoneEmpty'
  | 'phoneLength'
  | 'phoneFormat'
  | 'smsCodeHint'
  | 'smsCodeFirst';

/** A sentence of the server's, or the key of one of ours. */
export type FormMessage = { text: string } | { say: string };

export interface SignInState {
  mode: SignInMode;
  draft: SignInDraft;
  /** The tenant whose page this is, found by its host; null: none, or not known yet. */
  tenant: { tenantId: string; name: string } | null;
  isTenantAsked: boolean;
  /** The captcha; '' until it has loaded. */
  captcha: { key: string; image: string };
  /**
   * Id of the latest code, and the seconds until another may be requested. `testCode`: the code itself on test
   * installations, where no message is sent and the page shows it.
   */
  sms: { id: string; testCode: string; isBusy: boolean; seconds: number };
  problems: Partial<Record<SignInField, SignInProblem>>;
  error: FormMessage | null;
  /** From the press of the button to the refusal, or until the home page is shown. */
  isBusy: boolean;
  /** The field to focus next; `turn` counts the decisions. */
  focus: { on: SignInField | ''; turn: number };
}

const blank: SignInState = {
  mode: 'user',
  draft: { tenantId: '', username: '', password: '', phone: '', captcha: '', smsCode: '' },
  tenant: null,
  isTenantAsked: false,
  captcha: { key: '', image: '' },
  sms: { id: '', testCode: '', isBusy: false, seconds: 0 },
  problems: {},
  error: null,
  isBusy: false,
  focus: { on: 'username', turn: 0 },
};
/** An untouched form. Whose page it is does not depend on who signs in. */
function anew({ tenant, isTenantAsked, sms, focus }: SignInState): SignInState {
  return {
    ...blank,
    tenant,
    isTenantAsked,
    sms: { ...blank.sms, seconds: sms.seconds },
    focus: { on: 'username', turn: focus.turn + 1 },
  };
}

/** What is wrong with a phone number; undefined when a code can be sent to it. */
function phoneProblem(phone: string): SignInProblem | undefined {
  if (phone === '') return 'phoneEmpty';
  const problem = judgeMobile(phone);
  return problem && (problem === 'notElevenDigits' ? 'phoneLength' : 'phoneFormat');
}

/** What must be corrected before a code can be requested. */
export function judgeAsking({ draft }: SignInState, { captchaMode }: ConsoleSettings): SignInState['problems'] {
  const phone = phoneProblem(draft.phone.trim());
  return {
    ...(phone ? { phone } : {}),
    ...(captchaMode && draft.captcha.trim() === '' ? { captcha: 'captchaHint' } : {}),
  };
}

/** What must be corrected before the form is sent, in the order of the fields. */
export function judgeSignIn(s: SignInState, { captchaMode }: ConsoleSettings): SignInState['problems'] {
  const { username, password, captcha, smsCode } = s.draft;
  if (s.mode === 'user')
    return {
      ...(username.trim() === '' ? { username: 'accountHint' } : {}),
      ...(password.trim() === '' ? { password: 'passwordHint' } : {}),
      ...(captchaMode && captcha.trim() === '' ? { captcha: 'captchaHint' } : {}),
    };
  if (s.mode !== 'phone') return {};
  const phone = phoneProblem(s.draft.phone.trim());
  const problems: SignInState['problems'] = phone ? { phone } : {};
  if (smsCode.trim() === '') problems.smsCode = 'smsCodeHint';
  else if (s.sms.id === '') problems.smsCode = 'smsCodeFirst';
  return problems;
}

/** In the order of the form: the first wrong one gets the focus. */
const fields = Object.keys(blank.draft) as SignInField[];
function turnTo(s: SignInState, on: SignInState['focus']['on']) {
  s.focus = { on, turn: s.focus.turn + 1 };
}

/** The sign-in page. Nothing of it is stored. */
export const signIn = createSlice({
  name: 'signIn',
  initialState: blank,
  reducers: {
    pickMode(s, { payload }: PayloadAction<SignInMode>) {
      s.mode = payload;
      s.problems = {};
      s.error = null;
      s.focus.on = ''; // the focus stays on the tabs, which arrow keys walk through
    },
    edit(s, { payload: { name, value } }: PayloadAction<{ name: SignInField; value: string }>) {
      s.draft[name] = value;
      delete s.problems[name];
      s.error = null;
    },
    /** The button of the form, or Enter in one of its fields. */
    submit(s) {
      s.isBusy = true;
      s.problems = {};
      s.error = null;
    },
    misjudged(s, { payload }: PayloadAction<SignInState['problems']>) {
      s.isBusy = false;
      s.problems = payload;
      turnTo(s, fields.find((name) => payload[name]) ?? '');
    },
    /** The form stays, but not the credentials. */
    failed(s, { payload }: PayloadAction<FormMessage>) {
      s.isBusy = false;
      s.error = payload;
      Object.assign(s.draft, { password: '', captcha: '', smsCode: '' });
      turnTo(s, s.mode === 'user' ? 'password' : s.mode === 'phone' ? 'smsCode' : '');
    },

    /** Go to an identity provider, by its source. */
    visitProvider(_s, _action: PayloadAction<string>) {},

    renewCaptcha() {},
    captchaReceived(s, { payload }: PayloadAction<SignInState['captcha']>) {
      s.captcha = payload;
      s.draft.captcha = '';
    },

    sendCode(s) {
      s.sms.isBusy = true;
      s.error = null;
    },
    codeSent(s, { payload: { id, testCode } }: PayloadAction<{ id: string; testCode: string }>) {
      Object.assign(s.sms, { id, testCode, isBusy: false });
      turnTo(s, 'smsCode');
    },
    codeRefused(s, { payload }: PayloadAction<{ problems: SignInState['problems'] } | { error: FormMessage }>) {
      s.sms.isBusy = false;
      if ('error' in payload) s.error = payload.error;
      else {
        s.problems = payload.problems;
        turnTo(s, fields.find((name) => payload.problems[name]) ?? 'phone');
      }
    },
    /** Seconds until another code may be requested. */
    counted(s, { payload }: PayloadAction<number>) {
      s.sms.seconds = payload;
    },

    tenantAnswered(s, { payload }: PayloadAction<SignInState['tenant']>) {
      s.tenant = payload;
      s.isTenantAsked = true;
      if (payload) s.draft.tenantId = '';
    },
  },
  extraReducers: (on) =>
    on
      .addCase(session.actions.signedIn, (s) => ({ ...anew(s), isBusy: true }))
      // What was typed before the lost session was noticed belongs to the next person.
      .addCase(session.actions.signedOut, (s, { payload: how }) => (how && 'lost' in how ? s : anew(s))),
  selectors: { all: (s) => s, draft: (s) => s.draft, tenant: (s) => s.tenant },
});

/** A visit to a provider that has not returned yet; stored beyond this page, but not beyond this window. */
export interface Journey {
  /** '' without a visit. */
  source: string;
  tenantId: string;
  /** The state that single sign-on must return; '' where the server checks it. */
  state: string;
}
const nowhere: Journey = { source: '', tenantId: '', state: '' };

export const journey = createSlice({
  name: 'journey',
  initialState: nowhere,
  reducers: {
    departed: (_, { payload }: PayloadAction<Journey>) => payload,
    /** Returned, with or without success: the state cannot be used twice. */
    ended: () => nowhere,
  },
  selectors: { all: (s) => s },
});
