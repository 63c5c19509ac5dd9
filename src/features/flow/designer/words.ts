/**
 * Words that tools of the Flowable family add to BPMN, read in each of their namespaces and written in the first. Moddle
 * gets no description of these namespaces: it would drop every element that the description does not name.
 */
import { type FormType, formTypes, type TaskWord } from '../../../../contract/domain/bpmn/words';
import { flowNamespaces } from '../../../../contract/wire/flow';
import { type Editing, type Part, partOf, partsOf, rootOf, textOf } from './moddle';

/** Namespaces with the same words, the one that is written first. */
const dialects = {
  flowable: flowNamespaces.flowable,
  camunda: flowNamespaces.camunda,
  activiti: flowNamespaces.activiti,
};
const written = 'flowable';

/** The prefixes that a file has for the namespaces, the written one first. */
function prefixesIn(part: Part): string[] {
  const declared = Object.entries(rootOf(part).$attrs ?? {}).flatMap(([name, uri]) =>
    name.startsWith('xmlns:') ? [[uri, name.slice('xmlns:'.length)] as const] : [],
  );
  return Object.entries(dialects).flatMap(([usual, namespace]) => {
    const own = declared.filter(([uri]) => uri === namespace).map(([, prefix]) => prefix);
    return own.length > 0 ? own : [usual];
  });
}

/** Declares the namespace that is written, unless the file has it already. */
export function declareDialect(definitions: Part): void {
  const isDeclared = Object.entries(definitions.$attrs ?? {}).some(
    ([name, uri]) => name.startsWith('xmlns:') && uri === dialects[written],
  );
  if (!isDeclared) definitions.set(`xmlns:${written}`, dialects[written]);
}

/** The value of an attribute, '' without one. */
export function wordOf(part: Part, word: string): string {
  for (const prefix of prefixesIn(part)) {
    const value = part.$attrs?.[`${prefix}:${word}`];
    if (value !== undefined) return value;
  }
  return '';
}

/** Properties that give attributes their values, '' for none; the same words of other namespaces are removed. */
export function withWords(part: Part, words: Readonly<Record<string, string>>): Record<string, string | undefined> {
  const [own = written, ...others] = prefixesIn(part);
  return Object.fromEntries(
    Object.entries(words).flatMap(([word, value]): [string, string | undefined][] => [
      [`${own}:${word}`, value === '' ? undefined : value],
      ...others
        .map((prefix) => `${prefix}:${word}`)
        .flatMap((name): [string, undefined][] => (part.$attrs?.[name] === undefined ? [] : [[name, undefined]])),
    ]),
  );
}

export function setWords(
  editing: Editing,
  part: Part,
  words: Readonly<Partial<Record<TaskWord, string>>>,
  step?: string,
): void {
  editing.set(part, withWords(part, words), step);
}

/** Entries of a comma-joined list. */
export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** A name in further languages, by their codes. */
export type Titles = Readonly<Record<string, string>>;
const titleType = 'leasedesk:Title';

function titleParts(part: Part): readonly Part[] {
  return partsOf(partOf(part, 'extensionElements'), 'values').filter(({ $type }) => $type === titleType);
}
/** The names of an element, of a field of its form, or of a value of one, in the languages beside its own name. */
export function titlesOf(part: Part, field = '', value = ''): Titles {
  return Object.fromEntries(
    titleParts(part)
      .filter((one) => textOf(one, 'field') === field && textOf(one, 'value') === value)
      .map((one) => [textOf(one, 'language'), textOf(one, 'text')]),
  );
}
/** Names the element in another language; '' removes that name. */
export function setTitle(editing: Editing, part: Part, language: string, text: string): void {
  const isIt = (one: Part) =>
    one.$type === titleType && textOf(one, 'field') === '' && textOf(one, 'language') === language;
  const others = partsOf(partOf(part, 'extensionElements'), 'values').filter((one) => !isIt(one));
  const container = editing.create('bpmn:ExtensionElements', {}, part);
  const made = text === '' ? [] : [editing.create(titleType, { language, text }, container)];
  const values = [...made, ...others];
  for (const one of others) one.$parent = container;
  container.set('values', values);
  editing.set(part, { extensionElements: values.length > 0 ? container : undefined }, `title ${language}`);
}

/** A field of a form. */
export interface FormField {
  id: string;
  name: string;
  /** Its name in other languages. */
  titles: Titles;
  type: FormType;
  required: boolean;
  /** Shown, and not to be changed. */
  isFixed: boolean;
  /** Of the type `enum`: the values to choose from. */
  values: readonly { id: string; name: string; titles: Titles }[];
  /** What the file says beyond that; it is kept. */
  more: Readonly<Record<string, string>>;
}

const ownWords = ['id', 'name', 'label', 'type', 'required', 'writable'];

function localName({ $type }: Part): string {
  return $type.slice($type.indexOf(':') + 1);
}
function isForeign(part: Part, prefixes: readonly string[], name: string): boolean {
  return localName(part) === name && prefixes.some((prefix) => part.$type === `${prefix}:${name}`);
}
function childrenOf(part: Part): readonly Part[] {
  return part.$children ?? [];
}

function typeOf(type: string): FormType {
  return (formTypes as readonly string[]).includes(type) ? (type as FormType) : 'string';
}

function fieldOf(part: Part, element: Part): FormField {
  const texts = Object.entries(part).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !entry[0].startsWith('$'),
  );
  const constraints = childrenOf(part)
    .filter((one) => localName(one) === 'validation')
    .flatMap(childrenOf);
  const isRequired = constraints.some((one) => textOf(one, 'name') === 'required' && textOf(one, 'config') !== 'false');
  const id = textOf(part, 'id');
  return {
    id,
    name: textOf(part, 'name') || textOf(part, 'label'),
    titles: titlesOf(element, id),
    type: typeOf(textOf(part, 'type')),
    required: textOf(part, 'required') === 'true' || isRequired,
    isFixed: textOf(part, 'writable') === 'false',
    values: childrenOf(part)
      .filter((one) => localName(one) === 'value')
      .map((one) => ({
        id: textOf(one, 'id'),
        name: textOf(one, 'name'),
        titles: titlesOf(element, id, textOf(one, 'id')),
      })),
    more: Object.fromEntries(texts.filter(([name]) => !ownWords.includes(name))),
  };
}

function formParts(part: Part): readonly Part[] {
  const prefixes = prefixesIn(part);
  return partsOf(partOf(part, 'extensionElements'), 'values').filter(
    (one) => isForeign(one, prefixes, 'formProperty') || isForeign(one, prefixes, 'formData'),
  );
}

/** Fields of the form of a task or of the start: `flowable:formProperty`, or `camunda:formField`. */
export function formOf(part: Part): FormField[] {
  return formParts(part).flatMap((one) =>
    localName(one) === 'formProperty'
      ? [fieldOf(one, part)]
      : childrenOf(one)
          .filter((field) => localName(field) === 'formField')
          .map((field) => fieldOf(field, part)),
  );
}

/** Fields of all forms within a part of the file. */
export function formsIn(part: Part): FormField[] {
  const within = ['rootElements', 'flowElements'].flatMap((name) => partsOf(part, name));
  return [...formOf(part), ...within.flatMap(formsIn)];
}

function titleParams(titles: Titles, of: { field: string; value?: string }) {
  return Object.entries(titles).flatMap(([language, text]) => (text === '' ? [] : [{ language, text, ...of }]));
}

/** Replaces the form; other extensions of the element stay. */
export function setForm(editing: Editing, part: Part, fields: readonly FormField[], step?: string): void {
  const [prefix = written] = prefixesIn(part);
  const held = partOf(part, 'extensionElements');
  const old = formParts(part);
  const others = partsOf(held, 'values').filter(
    (one) => !old.includes(one) && !(one.$type === titleType && textOf(one, 'field') !== ''),
  );
  const container = editing.create('bpmn:ExtensionElements', {}, part);
  const foreign = (name: string, properties: Readonly<Record<string, unknown>>, parent: Part) =>
    editing.createForeign(`${prefix}:${name}`, dialects[written], properties, parent);
  const made = fields.map(({ id, name, type, required, isFixed, values, more }) => {
    const field = foreign(
      'formProperty',
      {
        ...{ id, name, type },
        ...(required ? { required: 'true' } : {}),
        ...(isFixed ? { writable: 'false' } : {}),
        ...more,
      },
      container,
    );
    if (type === 'enum' && values.length > 0)
      field.$children = values.map(({ id, name }) => foreign('value', { id, name }, field));
    return field;
  });
  const named = fields.flatMap(({ id, type, titles, values }) => [
    ...titleParams(titles, { field: id }),
    ...(type === 'enum' ? values.flatMap((one) => titleParams(one.titles, { field: id, value: one.id })) : []),
  ]);
  const values = [...others, ...named.map((one) => editing.create(titleType, one, container)), ...made];
  for (const one of others) one.$parent = container;
  container.set('values', values);
  editing.set(part, { extensionElements: values.length > 0 ? container : undefined }, step);
}
