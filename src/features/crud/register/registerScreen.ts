import { searchedFields } from '../../../../contract/schema/conditions';
import type { Module } from '../../../../contract/schema/module';
import type { Screen } from '../screen';

/** A model says itself which fields are searched, so references among them are searched too. */
export function registerScreen(module: Module): Pick<Screen, 'search'> {
  return { search: Object.keys(searchedFields(module)) };
}
