/** What a way of repaying is: everything that plans, exits, restructurings, forms and contracts ask about it. */
import type { Text } from '../../text';
import type { OptionalTerm } from '../codes';
import type { Amounts, Parts } from '../parts';
import type { FullTerms } from '../terms';
import type { Timeline } from '../timeline';

/** What a contract's sentence about paying is filled with, in Chinese. */
export interface PaymentWords {
  /** Who pays. */
  who: string;
  /** How often, such as 每月. */
  every: string;
  /** The number of instalments. */
  count: number;
  /** The amount of each where all are alike. */
  instalment: string;
}

export interface RepaymentMethod<N extends number = number> {
  /** As it is stored and sent; never changed. */
  number: N;
  title: Text;
  /** The terms that it reads. Any other must be absent, or have its usual value. */
  uses: readonly OptionalTerm[];
  /**
   * How many periods there are and when they end. `days`: after so many days, unless a due day is agreed; `whole`: with
   * the last whole period; `once`: a single one; `table`: as typed.
   */
  periods: 'days' | 'whole' | 'once' | 'table';
  /** Whether the principal stays whole and is repaid with the last row. */
  isBullet: boolean;
  /** What rent is counted on: the principal that is left, the whole of it for the whole term, or what was typed. */
  rentOn: 'balance' | 'amount' | 'table';
  /** Whether a rent that is paid in advance is for the days after its date. */
  isAhead: boolean;
  /** Whether rows may have more interest than the level amount, and then repay nothing. */
  hasInterestRows?: boolean;
  /** The instalments, in cents. */
  parts(time: Timeline, amounts: Amounts, terms: FullTerms): Parts;
  /** How it works, with `{principal}`, `{totalRent}`, `{instalment}` or `{firstPrincipal}` of a plan. */
  sentence: Text;
  /** What paying in advance means, where it differs from the others; with `{maturity}`. */
  advanceSentence?: Text;
  /** The contract's sentence about paying. */
  clause(words: PaymentWords): string;
}
