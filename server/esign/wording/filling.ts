/** The text of a contract: the wording of its template with the values of its merge fields. */
import {
  isMergeField,
  type MergeFieldName,
  mergeField,
  type WordingCaseName,
} from '../../../contract/domain/wording/mergeFields';
import { fieldsIn, partsOf, type Wording } from '../../../contract/domain/wording/wording';
import type { ContractDoc, ContractText } from './doc';
import { casesHold, fieldValues } from './fieldValues';
import { shippedWording } from './shipped';

type Conditional = { when?: WordingCaseName };

/** The wording as far as it applies to a contract. */
function applying(doc: ContractDoc): Wording {
  const wording = doc.wording ?? shippedWording[doc.type];
  const holds = ({ when }: Conditional) => when === undefined || casesHold[when](doc);
  const clauses = wording.clauses.flatMap((clause) => {
    const items = clause.items.filter(holds);
    return holds(clause) && items.length > 0 ? [{ ...clause, items }] : [];
  });
  return { ...wording, clauses };
}

function line(doc: ContractDoc, text: string): string {
  return partsOf(text)
    .map((part) => ('words' in part ? part.words : isMergeField(part.field) ? fieldValues[part.field](doc) : ''))
    .join('');
}
function items(doc: ContractDoc, text: string): readonly string[] {
  const [name] = fieldsIn(text);
  if (!name || !mergeField(name).isBlock) return [line(doc, text)];
  const made = fieldValues[name](doc) ?? [];
  return typeof made === 'string' ? [made] : made;
}

/** The text of a contract. A merge field without a value prints nothing: `missingFields` finds it beforehand. */
export function contractText(doc: ContractDoc): ContractText {
  const { roles, preamble, clauses, annexTitle, annexNote } = applying(doc);
  return {
    roles: { provider: line(doc, roles.provider), customer: line(doc, roles.customer) },
    preamble: line(doc, preamble),
    clauses: clauses.flatMap(({ title, items: own }) => {
      const made = own.flatMap(({ text }) => items(doc, text));
      return made.length > 0 ? [{ title: line(doc, title), items: made }] : [];
    }),
    annexTitle: line(doc, annexTitle),
    annexNote: line(doc, annexNote),
  };
}

/** The merge fields that a contract prints and has no value for, in the order of the paper. */
export function missingFields(doc: ContractDoc): MergeFieldName[] {
  const { roles, preamble, clauses, annexTitle, annexNote } = applying(doc);
  const texts = [
    ...[roles.provider, roles.customer, preamble],
    ...clauses.flatMap(({ title, items: own }) => [title, ...own.map(({ text }) => text)]),
    ...[annexTitle, annexNote],
  ];
  const used = [...new Set(texts.flatMap(fieldsIn))];
  return used.filter((name) => !mergeField(name).mayBeEmpty && (fieldValues[name](doc)?.length ?? 0) === 0);
}
