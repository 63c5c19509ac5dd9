/** Parameters and answers of the steps of a signing page. */
import Type, { type TProperties, type TSchema } from 'typebox';
import {
  amount,
  type BilingualText,
  done,
  freeText,
  list,
  moment,
  oneOf,
  optional,
  shape,
  text,
  whole,
} from '../../kernel/schemas';

const texts = ['tel', 'idTail', 'codeId', 'smsCode', 'pass', 'signature', 'reason'] as const;
/** The customer's parameters; each step takes some of them. */
export type StepInput = Partial<Record<(typeof texts)[number], string>> & { consent?: boolean };

/** The parameters in an untrusted body; one of another type counts as missing, so that the step rejects it. */
export function stepInputOf(body: unknown): StepInput {
  const sent = (body ?? {}) as Record<string, unknown>;
  const input: StepInput = { consent: sent.consent === true };
  for (const name of texts) if (typeof sent[name] === 'string') input[name] = sent[name];
  return input;
}

const tel = optional(freeText('手机号', 'Mobile number'));
const idTail = optional(freeText('证件号码后四位', 'Last four characters of the identity number'));
const codeId = optional(text());
const smsCode = optional(text());
const pass = freeText('身份核验后的凭据', 'What the identification answered');
const consent = Type.Literal(true);
const signature = freeText('PNG 的 data 地址', 'A PNG as a data address');
const reason = freeText('拒签原因', 'Why');

export interface SignStep {
  title: BilingualText;
  /** In the document only. */
  body: TProperties;
  answer: TSchema;
}
export type StepName = 'summary' | 'elsewhere' | 'code' | 'identify' | 'read' | 'sign' | 'refuse';

export const signSteps: Record<StepName, SignStep> = {
  summary: {
    title: ['签署页概要', 'The content of the page before identification'],
    body: {},
    answer: shape({
      title: text(),
      contractNumber: text(),
      providerName: text(),
      expireDate: text(),
      tel: text(),
      needsIdTail: Type.Boolean(),
      isSigned: Type.Boolean(),
      way: oneOf('link', 'counter', 'service'),
      customerName: optional(text()),
      witnessName: optional(text()),
      isTest: optional(Type.Boolean()),
    }),
  },
  elsewhere: {
    title: ['法大大签署页地址', 'Where the signing service has the contract signed, for one visit'],
    body: {},
    answer: shape({ url: text() }),
  },
  code: {
    title: ['发送签署验证码', 'Send a code to the customer’s phone'],
    body: { tel, idTail },
    answer: shape({ id: text(), code: optional(text()), seconds: whole() }),
  },
  identify: {
    title: ['客户身份核验', 'Identify the customer'],
    body: { tel, idTail, codeId, smsCode },
    answer: shape({
      pass: text(),
      customerName: text(),
      roles: shape({ provider: text(), customer: text() }),
      preamble: text(),
      clauses: list(Type.Unknown()),
      annexTitle: text(),
      plan: list(shape({ name: text(), currentPeriods: whole(), dueDate: text(), amountPayable: amount() })),
      totals: shape({ rent: amount(), principal: amount(), other: optional(amount()), amountPayable: amount() }),
      pdf: text(),
      consent: text(),
    }),
  },
  read: { title: ['已阅读至末页', 'The paper was read to its end'], body: { pass }, answer: done },
  sign: {
    title: ['签署', 'Sign'],
    body: { pass, consent, signature },
    answer: shape({ finishTime: moment(), pdf: text() }),
  },
  refuse: { title: ['拒签', 'Decline to sign'], body: { pass, reason }, answer: done },
};
