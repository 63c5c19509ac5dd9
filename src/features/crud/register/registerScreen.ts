import type { Module } from '../../../../contract/schema/module';
import type { Screen } from '../screen';

/** A model says itself which fields are searched, so references among them are searched too. */
export function registerScreen({ fields }: Module): Pick<Screen, 'search'> {
  return { search: Object.keys(fields).filter((name) => fields[name]!.search !== undefined) };
}
