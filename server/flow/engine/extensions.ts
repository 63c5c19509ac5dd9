/** Attributes and extension elements of the engines that diagrams are written for. */
import { isLanguage } from '../../../contract/domain/languages';
import type { Label } from '../../../contract/domain/text';
import { type FormField, ownVariables } from './plan';
import type { XmlNode } from './xml';

/** Whose attributes are read, the first that has one. */
const families = ['leasedesk', 'flowable', 'camunda', 'activiti'] as const;

/** An attribute under any of the namespaces of the family. */
export function inFamily({ attributes }: XmlNode, name: string): string | undefined {
  for (const family of families) {
    const value = attributes[`${family}:${name}`];
    if (value !== undefined) return value.trim();
  }
  return undefined;
}

export function textOf(node: XmlNode | undefined): string {
  return (node?.text ?? '').trim();
}

/** The extension elements of an element. */
export function extensions(element: XmlNode): XmlNode[] {
  return element.children.filter(({ name }) => name === 'bpmn:extensionElements').flatMap(({ children }) => children);
}

const types: Readonly<Record<string, FormField['type'] | undefined>> = {
  string: 'string',
  text: 'string',
  long: 'long',
  int: 'long',
  integer: 'long',
  double: 'double',
  float: 'double',
  number: 'double',
  boolean: 'boolean',
  date: 'date',
  enum: 'enum',
  user: 'user',
};
const mostFields = 60;
/** Values of all fields of a form: each person who opens it gets them all. */
const mostValues = 1_000;

function isTrue(value: string | undefined, initial: boolean): boolean {
  return value === undefined ? initial : value === 'true';
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The name of an element, of a field of its form, or of a value of that field, in each language that the file has. */
type Naming = (name: string, of?: { field: string; value?: string }) => Label;

const longestTitle = 255;
/** Names of an element and of its form, by `leasedesk:title`. */
export function namingOf(element: XmlNode): Naming {
  // By field and value: a form may have as many values as the file has room for.
  const titles = new Map<string, Record<string, string>>();
  const place = (field: string, value: string) => JSON.stringify([field, value]);
  for (const { name, attributes } of extensions(element)) {
    const { language, text = '', field = '', value = '' } = attributes;
    if (name !== 'leasedesk:title' || !isLanguage(language) || text.trim() === '') continue;
    const at = place(field, value);
    titles.set(at, { ...titles.get(at), [language]: text.trim().slice(0, longestTitle) });
  }
  return (name, { field = '', value = '' } = { field: '' }) => ({
    zh: name,
    en: name,
    ...titles.get(place(field, value)),
  });
}

function valuesOf(field: XmlNode, fieldId: string, naming: Naming): FormField['values'] {
  return field.children
    .filter(({ name }) => local(name) === 'value')
    .map(({ attributes: { id = '', name = '' } }) => ({
      id,
      name: name || id,
      title: naming(name || id, { field: fieldId, value: id }),
    }));
}

/** A constraint of Camunda: `<camunda:constraint name="required" />`. */
function constraint(field: XmlNode, named: string): boolean {
  return field.children.some(
    ({ name, children }) =>
      local(name) === 'validation' &&
      children.some(({ attributes }) => attributes.name === named && attributes.config !== 'false'),
  );
}

function fieldOf(field: XmlNode, naming: Naming): FormField | { problem: string } {
  const { id = '', name, label, type = 'string', required, readable, writable, defaultValue } = field.attributes;
  const initial = field.attributes.default ?? defaultValue;
  const known = Object.hasOwn(types, type) ? types[type] : undefined;
  const values = valuesOf(field, id, naming);
  const isBad =
    ownVariables.includes(id) ||
    !/^[\p{L}_][\p{L}\p{N}_]{0,63}$/u.test(id) ||
    !known ||
    (known === 'enum' && values.some((value) => value.id === ''));
  if (isBad || !known || readable === 'false') return { problem: id || type };
  const shown = (name ?? label ?? id).slice(0, 64);
  return {
    id,
    name: shown,
    title: naming(shown, { field: id }),
    type: known,
    required: isTrue(required, false) || constraint(field, 'required'),
    readOnly: !isTrue(writable, true) || constraint(field, 'readonly'),
    values,
    ...(initial ? { initial: initial.slice(0, 500) } : {}),
  };
}

/** The form of a start event or a task; an entry with a `problem` is none of its fields. */
export function readForm(element: XmlNode): (FormField | { problem: string })[] {
  const fields = extensions(element).flatMap((one) => {
    if (/:formProperty$/.test(one.name)) return [one];
    return /:formData$/.test(one.name) ? one.children.filter(({ name }) => /:formField$/.test(name)) : [];
  });
  const values = fields.reduce((sum, { children }) => sum + children.length, 0);
  if (fields.length > mostFields || values > mostValues) return [{ problem: '…' }];
  const naming = namingOf(element);
  const found = fields.map((field) => fieldOf(field, naming));
  const ids = found.flatMap((one) => ('id' in one ? [one.id] : []));
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) found.push({ problem: twice });
  return found;
}
