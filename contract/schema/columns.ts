/** Columns of a list, as the page and a file show them. */
import { factsOf } from '../domain/languages';
import { type Label, type Language, type Text, textIn } from '../domain/text';
import type { Field, Fields } from './fields';

const units: Partial<Record<string, Label>> = { day: { zh: '天', en: 'days' }, yuan: { zh: '元', en: 'CNY' } };

/** The unit of a column's figures; undefined without one, or where each figure carries it. */
export function unitOf({ unit }: Field, language: Language): string | undefined {
  return textIn(unit && units[unit], language);
}

/** Heading of a column with its unit, so that cells hold bare figures: 总金额(元). */
export function headingOf(field: Field, language: Language): string {
  const unit = unitOf(field, language);
  const label = textIn(field.label, language);
  return unit ? `${label}${factsOf(language).wordGap}(${unit})` : label;
}

const flagTexts: readonly [off: Text, on: Text] = [
  ['否', 'No'],
  ['是', 'Yes'],
];
export function flagText(value: 0 | 1, language: Language): string {
  return textIn(flagTexts[value], language);
}

/** Names of the fields that a file may hold; those of the list's page come first. */
export function columnsOfFile(fields: Fields): string[] {
  const fit = Object.entries(fields).filter(([, { kind, inFile }]) => kind !== 'secret' && inFile !== false);
  const onPage = fit.filter(([, { inTable }]) => inTable !== false);
  return [...onPage, ...fit.filter((one) => !onPage.includes(one))].map(([name]) => name);
}

/** Names of the fields that a new record takes from a file, in the order of the declaration. */
export function columnsTaken(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, { kind, inFile, derived }]) =>
    kind === 'secret' || inFile === false || derived ? [] : [name],
  );
}
