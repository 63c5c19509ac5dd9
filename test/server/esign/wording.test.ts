/** The wording of contracts: the shipped one says what contracts said before templates, and drafts are judged. */
import { type ContractKind, contractKinds } from '../../../contract/domain/contractKinds';
import { type Wording, wordingFault } from '../../../contract/domain/wording/wording';
import { contractText, missingFields } from '../../../server/esign/wording/filling';
import { shippedWording } from '../../../server/esign/wording/shipped';
import recorded from '../../fixtures/firstWording.json';
import { contract } from '../../support/contractDoc';
import { contractDocs } from '../../support/contractDocs';

/** Every line of a contract's text, in the order of the paper. */
function linesOf(name: string): string[] {
  const { roles, preamble, clauses, annexTitle, annexNote } = contractText(contractDocs[name]!);
  const printed = clauses.flatMap(({ title, items }) => [`# ${title}`, ...items]);
  return [roles.provider, roles.customer, preamble, ...printed, annexTitle, annexNote];
}

it.each(Object.entries(recorded.papers))('says what it said before there were templates: %s', (name, numbers) => {
  expect(linesOf(name)).toEqual(numbers.map((at) => recorded.lines[at]));
});

it('records every contract of the list', () => {
  expect(Object.keys(recorded.papers)).toEqual(Object.keys(contractDocs));
});

const { service } = contractKinds;
/** A service agreement whose first item is that text. */
function draft(text: string, change: Partial<Wording> = {}): Wording {
  return { ...shippedWording[service], clauses: [{ title: '约定', items: [{ text }] }], ...change };
}
function problem(text: string) {
  return wordingFault(service, draft(text))?.problem;
}

it('finds no fault in what is shipped', () => {
  for (const type of Object.values(contractKinds)) expect(wordingFault(type, shippedWording[type])).toBeUndefined();
});

it('refuses braces that are no field, unknown fields, and fields of other contracts', () => {
  expect(problem('{{customerName}}于{{madeDate}}订立')).toBeUndefined();
  for (const text of ['{{customerName}', '{customerName}', '客户}}', '{{{customerName}}}', '{{ {{customerName}} }}'])
    expect(problem(text)).toBe('braces');
  expect(wordingFault(service, draft('由{{custmerName}}支付'))).toEqual({
    problem: 'unknownField',
    name: 'custmerName',
    place: { part: 'clause', clause: 0, item: 0 },
  });
  expect(problem('{{ customerName }}')).toBe('unknownField');
  expect(problem('{{constructor}}')).toBe('unknownField');
  expect(problem('{{lessee}}')).toBe('otherType');
});

it('takes a block where an item is nothing else', () => {
  const of = (text: string) => wordingFault(contractKinds.lease, draft(text))?.problem;
  expect(of('{{rentItems}}')).toBeUndefined();
  expect(of('租金：{{rentItems}}')).toBe('notAlone');
  expect(wordingFault(contractKinds.lease, draft('租金', { preamble: '{{rentItems}}' }))).toMatchObject({
    problem: 'notAlone',
    place: { part: 'preamble' },
  });
});

it.each<[unknown, string]>([
  [null, 'shape'],
  [[], 'shape'],
  [{ ...draft('约定'), roles: null }, 'shape'],
  [{ ...draft('约定'), clauses: [{ title: '约定', items: ['约定'] }] }, 'shape'],
  [{ ...draft('约定'), preamble: '\ud800' }, 'shape'],
  [draft(' '), 'empty'],
  [draft('约'.repeat(2001)), 'tooLong'],
  [draft('约定', { clauses: [] }), 'tooMany'],
  [draft('约定', { clauses: [{ title: '约定', items: [] }] }), 'tooMany'],
  [{ ...draft('约定'), clauses: [{ title: '约定', items: [{ text: '约定', when: 'toString' }] }] }, 'badCase'],
  [{ ...draft('约定'), clauses: [{ title: '约定', when: 'started', items: [{ text: '约定' }] }] }, 'badCase'],
])('refuses a wording that is no wording: %#', (value, expected) => {
  expect(wordingFault(service as ContractKind, value)?.problem).toBe(expected);
});

it('names the fields that a contract prints and has no value for', () => {
  const doc = contract(12, { type: 1, provider: { name: '启明' }, wording: draft('{{providerAddress}}，{{account}}') });
  expect(missingFields(doc)).toEqual(['providerAddress']);
  expect(missingFields({ ...doc, bankName: '' })).toEqual(['providerAddress', 'account']);
  const when = { text: '{{providerAddress}}', when: 'collect' as const };
  const conditional = draft('约定', { clauses: [{ title: '约定', items: [{ text: '约定' }, when] }] });
  expect(missingFields({ ...doc, wording: conditional })).toEqual([]);
  expect(missingFields({ ...doc, wording: conditional, cashDirection: 'COLLECT' })).toEqual(['providerAddress']);
});
