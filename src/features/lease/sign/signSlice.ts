import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** What the link tells before anybody has said who they are. */
export interface SignSummary {
  title: string;
  contractNumber: string;
  providerName: string;
  /** yyyy-MM-dd: the last day on which it can be signed. */
  expireDate: string;
  /** Masked: tells the customer which of their phones is meant. */
  tel: string;
  needsIdTail: boolean;
  isSigned: boolean;
  /** How the page was come by: a link of one's own, or a session at the counter, whose witness knows the customer. */
  way: 'link' | 'counter';
  customerName?: string;
  witnessName?: string;
  /** Nothing is sent here: the page shows the code. */
  isTest?: true;
}

/** The contract's text, shown to whoever passed the check. Amounts are decimal yuan; a due date may be a rule. */
export interface SignPaper {
  customerName: string;
  roles: { provider: string; customer: string };
  preamble: string;
  clauses: { title: string; items: string[] }[];
  annexTitle: string;
  plan: { currentPeriods: number; dueDate: string; amountPayable: string }[];
  totals: { rent: string; principal: string; amountPayable: string };
  pdf: string;
  /** The sentence that is agreed to, as the evidence will quote it. */
  consent: string;
}

export type SignStep = 'identify' | 'read' | 'sign' | 'done';
/** Why there is nothing (more) to do here. `cutOff` is the only one that passes by itself. */
export type SignEnd = 'badLink' | 'locked' | 'signed' | 'refused' | 'cutOff' | 'counterOnly' | 'counterOver';
export type SignVerb = 'open' | 'askCode' | 'identify' | 'proceed' | 'sign' | 'refuse';
/** A key of the page's own words, or a sentence that came from the server. */
export interface SignError {
  say?: 'network';
  text?: string;
}

type SignFieldName = 'tel' | 'idTail' | 'smsCode';

export interface SignState {
  ticket: string;
  /** At the counter: the address that the witness goes back to. */
  back: string;
  summary: SignSummary | null;
  step: SignStep;
  end: SignEnd | null;
  /** The server's sentence about the end, where it gave one. */
  endText: string;
  form: Record<SignFieldName, string>;
  problems: Partial<Record<SignFieldName, 'required' | 'length'>>;
  /** The newest code: its id, the seconds until another may be asked for, and in test mode the code itself. */
  code: { id: string; seconds: number; testCode: string };
  /** Proves the passed check to the later calls, for half an hour. */
  pass: string;
  paper: SignPaper | null;
  hasReadAll: boolean;
  /** The server knows that it was read. */
  isReadKept: boolean;
  /** PNG data address. */
  signature: string | null;
  isAgreed: boolean;
  /** null while nobody is about to refuse. */
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

/** The customer's visit: who are you, read, sign, done. */
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
    /** Seconds left until another code may be asked for. */
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
      // Whoever comes back because the pass ran out goes on where they were.
      s.step = s.isReadKept ? 'sign' : 'read';
      s.form.idTail = '';
      s.form.smsCode = '';
      s.code = blank.code;
      s.busy = null;
      s.error = null;
    },
    /** The end of the text came into sight. */
    readAll(s) {
      s.hasReadAll = true;
    },
    readKept(s) {
      s.isReadKept = true;
    },
    /** On to the signature. */
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
      // Nothing is left to be proved, and a signature does not lie about.
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
    /** Told apart from `ended`: an error leaves everything that was typed and drawn where it is. */
    failed(s, { payload }: PayloadAction<SignError>) {
      s.busy = null;
      s.error = payload;
    },
    /** The pass ran out: the check is made again, what was read and drawn stays. */
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
