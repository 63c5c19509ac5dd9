/** Modules that fields point to, and the sets of their records that fields offer. */

import { moduleNamed } from '../../../contract/modules';
import type { Field } from '../../../contract/schema/fields';
import type { Module } from '../../../contract/schema/module';
import { type ChoiceSet, targetOf } from './choices';

/** Modules of registers, by name: a tree of them points to itself. */
const registers = new Map<string, Module>();
/** Tells of the register of a name, as it is declared now. */
export function knowRegister(module: Module): void {
  registers.set(module.name, module);
}
export function registerNamed(name: string): Module | undefined {
  return registers.get(name);
}

/** The module of that name, where its records can be chosen. */
export function choosable(to: string | undefined): Module | undefined {
  const module = moduleNamed(to) ?? registers.get(to ?? '');
  return module?.chosen ? module : undefined;
}

/** Whether records of the set are found by typing, because they are too many to load as a whole. */
export function isSearched(set: ChoiceSet): boolean {
  return choosable(targetOf(set).to)?.chosen?.by === 'search';
}

/** The choices of a field; undefined where it points to records that cannot be chosen. */
export function choiceSetOf({ to, offer }: Pick<Field, 'to' | 'offer'>): ChoiceSet | undefined {
  if (to === undefined || !choosable(to)) return undefined;
  return offer === undefined ? to : `${to}/${offer}`;
}
