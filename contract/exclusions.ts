/** Rights that one hand should not hold together: four eyes are wanted where money leaves. Shown to whoever grants them. */
import type { Label } from './kit';

export interface Exclusion {
  /** Codes of buttons. */
  codes: readonly [string, string];
  text: Label;
}

export const exclusions: readonly Exclusion[] = [
  {
    codes: ['paymentPlan_pay', 'order_voucher'],
    text: {
      zh: '付款确认与凭证确认同属一个角色：同一个人既能确认打款凭证，又能确认付款，没有第二人复核。建议分给两个角色。',
      en: 'Confirming payments and confirming vouchers are in one role: the same person accepts what came in and pays what goes out, and nobody checks. Better give them to two roles.',
    },
  },
];

/** Those that somebody with all of these codes falls under. */
export const exclusionsIn = (codes: ReadonlySet<string>): Exclusion[] =>
  exclusions.filter((one) => one.codes.every((code) => codes.has(code)));
