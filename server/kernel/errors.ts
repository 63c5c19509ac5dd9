import { type Label, type Language, label } from '../../contract/domain/text';
import type { Problem } from '../../contract/domain/values';
import type { Fields } from '../../contract/schema/fields';
import { problemText } from '../../contract/schema/messages';
import type { Module } from '../../contract/schema/module';
import type { DeployFault } from '../../contract/wire/flow';
import type { Foretold } from '../../contract/wire/foretold';
import { type RefusalCode, type refusals, statusOf } from '../../contract/wire/refusals';
import type { RowProblem } from '../../contract/wire/transfer';

/** What a sentence tells of records. Whether its reader may see it is asked when it is read: until then it tells nothing. */
export interface Telling {
  module: Module;
  /** The records: who does not see each of them is told nothing. */
  ids: readonly string[];
  /** By their fields; the first that the reader may see, and that has a value, is told. */
  values: Readonly<Record<string, string | null | undefined>>;
  /** The words around it. */
  says?: (value: string) => Label;
  /** What the others read. */
  unseen?: Label;
}

export const unseenValue = label('***', '***');

export class Told {
  constructor(readonly telling: Telling) {}
  toString(): string {
    return unseenValue.zh;
  }
}

/** An expected refusal: the caller did something the rules forbid. Every other error is a bug. */
export class Refusal extends Error {
  readonly status: number;
  constructor(
    readonly code: RefusalCode,
    readonly detail: Record<string, unknown> = {},
    /** What is wrong with which field, so that a form can show it in place. */
    readonly problems?: Readonly<Record<string, string>>,
    /** The same for the rows of a file. */
    readonly rows?: readonly RowProblem[],
    /** The same for the elements of a diagram. */
    readonly faults?: readonly DeployFault[],
  ) {
    super(code);
    this.name = 'Refusal';
    this.status = statusOf[code] ?? 400;
  }
}

/** What would be done is no longer what the person has confirmed. `now`: the answer of the trial as it would be now. */
export class ChangedTrial extends Refusal {
  constructor(
    readonly now: object,
    detail: Record<string, string>,
    code: 'trial.changed' | 'order.exitChanged' | 'order.restructureChanged' = 'trial.changed',
  ) {
    super(code, detail);
  }
}

/** Ends a call that was only asked whether it would wait for approval, so that its transaction writes nothing. */
export class ForetoldEnd extends Error {
  constructor(readonly told: Foretold) {
    super('foretold');
    this.name = 'ForetoldEnd';
  }
}

type Placeholders<S extends string> = S extends `${string}{${infer N}}${infer Rest}` ? N | Placeholders<Rest> : never;
/** Placeholders that stand for a record, or its value, which the reader may not see. */
type Naming = 'contract' | 'file' | 'object' | 'order' | 'orders' | 'receipt' | 'supplier';
/** The details of a refusal; what they say of records is `Told`. */
type DetailOf<C extends RefusalCode> = C extends RefusalCode
  ? Record<string, unknown> & {
      [K in Placeholders<(typeof refusals)[C][1]> & Naming]: Told | readonly Told[];
    }
  : never;

export function refuse<C extends RefusalCode>(code: C, detail?: DetailOf<C>): never {
  throw new Refusal(code, detail);
}

/** The refusal of the value of one field, which says what is wrong with it. */
export function problemRefusal<F extends Fields>(
  { fields }: { fields: F },
  name: keyof F & string,
  problem: Problem,
  language: Language,
): Refusal {
  return new Refusal('invalid', { text: problemText(fields[name]!, problem, language) }, { [name]: problem });
}
