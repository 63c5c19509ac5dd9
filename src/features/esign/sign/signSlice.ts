import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Public details of the link, before the customer is identified. */
export interface SignSummary {
  title: string;
  contractNumber: string;
  providerName: string;
  /** yyyy-MM-dd: the last day on which it can be signed. */
  expireDate: string;
  /** Masked, so that customers recognise their phone. */
  tel: string;
  needsIdTail: boolean;
  isSigned: boolean;
  /** Origin of the page: a customer's link, or a counter session, whose witness identifies the customer; `service`: the
   *  contract is signed at a service of another company. */
  way: 'link' | 'counter' | 'service';
  customerName?: string;
  witnessName?: string;
  /** Test mode: the page shows the code. */
  isTest?: true;
}

/** The contract for an identified customer. Amounts are decimal yuan; a due date can be a rule. */
export interface SignPaper {
  customerName: string;
  roles: { provider: string; customer: string };
  preamble: string;
  clauses: { title: string; items: string[] }[];
  annexTitle: string;
  plan: { name: string; currentPeriods: number; dueDate: string; amountPayable: string }[];
  totals: { rent: string; principal: string; amountPayable: string };
  pdf: string;
  /** The consent sentence, as the evidence quotes it. */
  consent: string;
}

export type SignStep = 'identify' | 'read' | 'sign' | 'done';
/** Why the page has ended. Only `cutOff` is temporary. */
export type SignEnd = 'badLink' | 'locked' | 'signed' | 'refused' | 'cutOff' | 'counterOnly' | 'counterOver';
export type SignVerb = 'open' | 'leave' | 'askCode' | 'identify' | 'proceed' | 'sign' | 'refuse';
/** A text key of the page, or a message of the server. */
export interface SignError {
  say?: 'network';
  text?: string;
}

type SignFieldName = 'tel' | 'idTail' | 'smsCode';

export interface SignState {
  ticket: string;
  /** At the counter: the address to which the witness returns. */
  back: string;
  summary: SignSummary | null;
  step: SignStep;
  end: SignEnd | null;
  /** The server's message about the end, where it sent one. */
  endText: string;
  form: Record<SignFieldName, string>;
  problems: Partial<Record<SignFieldName, 'required' | 'length'>>;
  /** The newest code: its id, seconds until another can be requested, and in test mode the code itself. */
  code: { id: string; seconds: number; testCode: string };
  /** Token of the passed check for later requests, valid for half an hour. */
  pass: string;
  paper: SignPaper | null;
  hasReadAll: boolean;
  /** The server has recorded the reading. */
  isReadKept: boolean;
  /** PNG data URL. */
  signature: string | null;
  isAgreed: boolean;
  /** null unless the customer is refusing. */
  refusal: { reason: string } | null;
  done: { finishTime: string; pdf: string } | null;
  busy: SignVerb | null;
  error: SignError | null;
}

const blank: SignState = {
  ticket: '',
  back: '',
  summary: null,
  step: 'identify',
  end: null,
  endText: '',
  form: { tel: '', idTail: '', smsCode: '' },
  problems: {},
  code: { id: '', seconds: 0, testCode: '' },
  pass: '',
  paper: null,
  hasReadAll: false,
  isReadKept: false,
  signature: null,
  isAgreed: false,
  refusal: null,
  done: null,
  busy: null,
  error: null,
};

/** The customer's visit: identify, read, sign, done. */
export const sign = createSlice({
  name: 'sign',
  initialState: blank,
  reducers: {
    open: (_, { payload: { ticket, back = '' } }: PayloadAction<{ ticket: string; back?: string }>): SignState => ({
      ...blank,
      ticket,
      back,
      busy: 'open',
    }),
    opened(s, { payload }: PayloadAction<SignSummary>) {
      s.summary = payload;
      s.busy = null;
      if (payload.isSigned) s.end = 'signed';
    },
    type(s, { payload }: PayloadAction<Partial<SignState['form']>>) {
      Object.assign(s.form, payload);
      for (const name of Object.keys(payload)) delete s.problems[name as SignFieldName];
      s.error = null;
    },
    /** Goes to the signing service. */
    leave(s) {
      s.busy = 'leave';
      s.error = null;
    },
    askCode(s) {
      s.busy = 'askCode';
      s.error = null;
    },
    codeSent(s, { payload }: PayloadAction<{ id: string; seconds: number; code?: string }>) {
      s.code = { id: payload.id, seconds: payload.seconds, testCode: payload.code ?? '' };
      s.form.smsCode = '';
      delete s.problems.smsCode;
      s.busy = null;
    },
    /** Seconds until another code can be requested. */
    counted(s, { payload }: PayloadAction<number>) {
      s.code.seconds = payload;
    },
    identify(s) {
      s.busy = 'identify';
      s.error = null;
    },
    misjudged(s, { payload: { problems } }: PayloadAction<Pick<SignState, 'problems'>>) {
      s.problems = problems;
      s.busy = null;
    },
    identified(s, { payload: { pass, ...paper } }: PayloadAction<SignPaper & { pass: string }>) {
      s.pass = pass;
      s.paper = paper;
      // After the token has expired, the customer continues at the same step.
      s.step = s.isReadKept ? 'sign' : 'read';
      s.form.idTail = '';
      s.form.smsCode = '';
      s.code = blank.code;
      s.busy = null;
      s.error = null;
    },
    /** The end of the text has become visible. */
    readAll(s) {
      s.hasReadAll = true;
    },
    readKept(s) {
      s.isReadKept = true;
    },
    /** Goes to the signature. */
    proceed(s) {
      s.busy = 'proceed';
      s.error = null;
    },
    proceeded(s) {
      s.step = 'sign';
      s.busy = null;
    },
    draw(s, { payload }: PayloadAction<Pick<SignState, 'signature'>>) {
      Object.assign(s, payload);
    },
    agree(s, { payload }: PayloadAction<boolean>) {
      s.isAgreed = payload;
    },
    sign(s) {
      s.busy = 'sign';
      s.error = null;
    },
    signed(s, { payload }: PayloadAction<{ finishTime: string; pdf: string }>) {
      s.done = payload;
      s.step = 'done';
      s.busy = null;
      // The visit is finished, so token and signature are cleared.
      s.signature = null;
      s.pass = '';
    },
    thinkOfRefusing(s) {
      s.refusal = { reason: '' };
      s.error = null;
    },
    giveReason(s, { payload }: PayloadAction<string>) {
      if (s.refusal) s.refusal.reason = payload;
    },
    thinkAgain(s) {
      s.refusal = null;
      s.error = null;
    },
    refuse(s) {
      s.busy = 'refuse';
      s.error = null;
    },
    /** Unlike `ended`, an error keeps all input. */
    failed(s, { payload }: PayloadAction<SignError>) {
      s.busy = null;
      s.error = payload;
    },
    /** The token has expired: the check is repeated, and reading and signature are kept. */
    passEnded(s, { payload: text }: PayloadAction<string>) {
      s.step = 'identify';
      s.refusal = null;
      s.pass = '';
      s.busy = null;
      s.error = { text };
    },
    ended(s, { payload: { end, text = '' } }: PayloadAction<{ end: SignEnd; text?: string }>) {
      s.end = end;
      s.endText = text;
      s.refusal = null;
      s.signature = null;
      s.pass = '';
      s.busy = null;
      s.error = null;
    },
  },
  selectors: { all: (s) => s },
});
