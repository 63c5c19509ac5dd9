import type { ComponentType } from 'react';

const forms = new Map<string, ComponentType>();

/** Tells of the form in which a field of another form makes a record of this module. */
export function knowCreator(module: string, form: ComponentType): void {
  forms.set(module, form);
}
export function creatorOf(module: string): ComponentType | undefined {
  return forms.get(module);
}
