/** The steps of a signing page: what each takes and answers. */
import Type, { type Static, type TProperties, type TSchema } from 'typebox';
import { amount, done, line, list, moment, oneOf, optional, shape, text, type Words, whole } from '../kernel/schemas';

const said = {
  tel: optional(line(64, '手机号', 'Mobile number')),
  idTail: optional(line(64, '证件号码后四位', 'Last four characters of the identity number')),
  codeId: optional(line(64)),
  smsCode: optional(line(64)),
  pass: optional(line(300, '身份核验后的凭据', 'What the identification answered')),
  consent: optional(Type.Boolean()),
  signature: optional(Type.String({ description: 'A PNG as a data address', 'x-description-zh': 'PNG 的 data 地址' })),
  reason: optional(Type.String()),
};
/** What a customer sends; each step takes some of it. */
export type Said = Partial<Static<ReturnType<typeof Type.Object<typeof said>>>>;

const { tel, idTail, codeId, smsCode, pass, consent, signature, reason } = said;

export interface SignStep {
  title: Words;
  body: TProperties;
  answer: TSchema;
}
export type StepName = 'summary' | 'code' | 'identify' | 'read' | 'sign' | 'refuse';

export const signSteps: Record<StepName, SignStep> = {
  summary: {
    title: ['签署页概要', 'What the page shows before anybody has said who they are'],
    body: {},
    answer: shape({
      title: text(),
      contractNumber: text(),
      providerName: text(),
      expireDate: text(),
      tel: text(),
      needsIdTail: Type.Boolean(),
      isSigned: Type.Boolean(),
      way: oneOf('link', 'counter'),
      customerName: optional(text()),
      witnessName: optional(text()),
      isTest: optional(Type.Boolean()),
    }),
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
      plan: list(shape({ currentPeriods: whole(), dueDate: text(), amountPayable: amount() })),
      totals: shape({ rent: amount(), principal: amount(), amountPayable: amount() }),
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
