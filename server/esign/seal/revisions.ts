/**
 * What changes in a file from one of its signatures to the next. Every signature is over the bytes up to its own end, so
 * what follows must be looked at: it may fill in the form, sign, and add what checks signatures later; it may not
 * change what the signatures before it showed.
 */
import { formerEvidence } from './formerSeal';
import { dictionaryOf, openObjects, type ReadObject, type Revision } from './objects';
import { budget, type Dictionary, isDictionary, isReference, type Reference, type Spend, type Value } from './values';

/** A signature as its bytes were found: where its range is written, and where what it covers ends. */
export interface SignedRange {
  at: number;
  end: number;
}

export interface Comparison {
  /** Of each signature: nothing follows it that it does not allow, and the form of the file names it. */
  isKept: boolean[];
  /** A field of the form waits for a signature. */
  isOpen: boolean;
  /** The file was read; otherwise nothing is known of its revisions. */
  isRead: boolean;
}

interface Field {
  id: number;
  name: string;
  type: Value | undefined;
  dictionary: Dictionary;
}

/** Steps of work for a byte of the file: honest files take about two. */
const workOfByte = 20;
const mostFields = 2000;
/** What filling in changes of a field. */
const filled = ['/V', '/AP', '/M'];
const catalogueMay = ['/AcroForm', '/DSS', '/Metadata', '/Extensions'];
/** The entries of a field that shows nothing. */
const stampMay = ['/Type', '/Subtype', '/FT', '/T', '/F', '/Rect', '/P', '/V'];
/** Through which entries of others a field is reached; through another one it is not only a field. */
const fieldPlaces = ['/Fields', '/Kids', '/Annots', '/Parent'];

/** The objects that a value names, each with the outermost entry that leads to it. */
function* referencesIn(value: Value, spend: Spend, key = ''): Generator<[to: number, key: string]> {
  spend(1);
  if (isReference(value)) yield [value.to, key];
  else if (Array.isArray(value)) for (const one of value) yield* referencesIn(one, spend, key);
  else if (isDictionary(value)) for (const [name, one] of value) yield* referencesIn(one, spend, key || name);
}

interface Reach {
  /** By object: who names it, as `holder entry`; a list that is an object of its own has no entry. */
  namedBy: Map<number, Set<string>>;
  /** Named, and not there. */
  missing: Set<number>;
}

function reachOf(revision: Revision, spend: Spend): Reach {
  const namedBy = new Map<number, Set<string>>();
  const missing = new Set<number>();
  const todo: [holder: string, value: Value][] = [['trailer', revision.trailer]];
  // A form that is written into the catalogue has entries like one that stands alone.
  const form = dictionaryOf(revision.object(revision.root)).get('/AcroForm');
  if (isDictionary(form)) todo.push(['form', form]);
  for (let next = todo.pop(); next; next = todo.pop()) {
    const [holder, value] = next;
    for (const [to, key] of referencesIn(value, spend)) {
      const names = namedBy.get(to);
      if (names) names.add(`${holder} ${key}`);
      else {
        namedBy.set(to, new Set([`${holder} ${key}`]));
        if (to === revision.root && isDictionary(form)) {
          const others = [...dictionaryOf(revision.object(to))].filter(([name]) => name !== '/AcroForm');
          todo.push([String(to), new Map(others)]);
          continue;
        }
        const held = revision.object(to);
        if (held) todo.push([String(to), held.value]);
        else missing.add(to);
      }
    }
  }
  return { namedBy, missing };
}

/** Bytes that are compared with one step of work. */
const bytesOfStep = 16;

/** Compares values; what two of them share is counted each time. */
function comparing(spend: Spend) {
  function isSame(one: Value | undefined, other: Value | undefined): boolean {
    spend(typeof one === 'string' ? 1 + one.length / bytesOfStep : 1);
    if (one === undefined || other === undefined || typeof one === 'string' || typeof other === 'string')
      return one === other;
    if (Array.isArray(one)) return Array.isArray(other) && one.length === other.length && one.every(sameAs(other));
    if (isDictionary(one)) return isDictionary(other) && differing(one, other).length === 0;
    return isReference(other) && one.to === other.to;
  }
  function sameAs(others: Value[]) {
    return (one: Value, i: number) => isSame(one, others[i]);
  }
  function isSameObject(one: ReadObject | undefined, other: ReadObject | undefined): boolean {
    if (one === other) return true;
    if (!one || !other) return false;
    const [data, its] = [one.stream, other.stream];
    spend((data?.length ?? 0) / bytesOfStep);
    return (
      one.generation === other.generation &&
      isSame(one.value, other.value) &&
      (data && its ? data.equals(its) : data === its)
    );
  }
  /** The entries that are not the same in both. */
  function differing(one: Dictionary, other: Dictionary): string[] {
    const names = new Set([...one.keys(), ...other.keys()]);
    return [...names].filter((name) => !isSame(one.get(name), other.get(name)));
  }
  function differsOnlyIn(one: Dictionary, other: Dictionary, names: readonly string[]): boolean {
    return differing(one, other).every((name) => names.includes(name));
  }
  return { isSame, sameAs, isSameObject, differsOnlyIn };
}

function resolved(revision: Revision, value: Value | undefined): Value | undefined {
  return isReference(value) ? revision.object(value.to)?.value : value;
}
function listOf(revision: Revision, value: Value | undefined): Value[] {
  const held = resolved(revision, value);
  if (!Array.isArray(held)) return [];
  revision.spend(held.length);
  return held;
}
function formOf(revision: Revision): Dictionary {
  const held = resolved(revision, dictionaryOf(revision.object(revision.root)).get('/AcroForm'));
  return isDictionary(held) ? held : new Map();
}

/** The fields of the form; those that only group others are not among them. */
function fieldsOf(revision: Revision): Map<number, Field> {
  const fields = new Map<number, Field>();
  const walk = (value: Value, above: string, inherited: Value | undefined) => {
    if (!isReference(value) || fields.has(value.to)) return;
    if (fields.size >= mostFields) throw new RangeError('too many fields');
    const dictionary = dictionaryOf(revision.object(value.to));
    const own = dictionary.get('/T');
    const part = typeof own === 'string' ? own : '';
    const name = above && part ? `${above}.${part}` : above || part;
    revision.spend(name.length); // it repeats those of the fields above
    const type = dictionary.get('/FT') ?? inherited;
    fields.set(value.to, { id: value.to, name, type, dictionary });
    for (const kid of listOf(revision, dictionary.get('/Kids'))) walk(kid, name, type);
  };
  for (const field of listOf(revision, formOf(revision).get('/Fields'))) walk(field, '', undefined);
  return fields;
}

/** What the signatures of a revision forbid from then on. */
interface Forbidden {
  everything: boolean;
  certified: boolean;
  isLocked(name: string): boolean;
}
function forbiddenBy(revision: Revision): Forbidden {
  const { spend } = revision;
  const locks: ((name: string) => boolean)[] = [];
  const known = new Set<Value[]>();
  let [everything, certified] = [false, false];
  for (const { type, dictionary } of fieldsOf(revision).values()) {
    const value = type === '/Sig' ? resolved(revision, dictionary.get('/V')) : undefined;
    if (!isDictionary(value)) continue;
    const list = listOf(revision, value.get('/Reference'));
    if (known.has(list)) continue; // signatures may share it
    known.add(list);
    for (const one of list) {
      const held = resolved(revision, one);
      const params = isDictionary(held) ? resolved(revision, held.get('/TransformParams')) : undefined;
      if (!isDictionary(held) || !isDictionary(params)) continue;
      if (held.get('/TransformMethod') === '/DocMDP') {
        certified = true;
        everything ||= params.get('/P') === '1';
      }
      if (held.get('/TransformMethod') !== '/FieldMDP') continue;
      const names = listOf(revision, params.get('/Fields'));
      const action = params.get('/Action');
      locks.push((name) => {
        spend(1 + names.length);
        return action === '/All' || names.includes(name) === (action === '/Include');
      });
    }
  }
  return { everything, certified, isLocked: (name) => locks.some((lock) => lock(name)) };
}

/** A time stamp over the file, which shows nothing: it may follow every signature (ISO 32000-2, 12.8.2.2). */
function isHiddenStamp(now: Revision, { dictionary }: Field): boolean {
  const value = resolved(now, dictionary.get('/V'));
  const rect = dictionary.get('/Rect');
  return (
    isDictionary(value) &&
    value.get('/Type') === '/DocTimeStamp' &&
    value.get('/SubFilter') === '/ETSI.RFC3161' &&
    Array.isArray(rect) &&
    rect.every((one) => one === '0') &&
    [...dictionary.keys()].every((name) => stampMay.includes(name))
  );
}

/** Whether all that is new in `now` is what the signatures of `then` allow. `isOurs`: a contract of this installation. */
function isAllowed(then: Revision, now: Revision, isOurs: boolean, spend: Spend): boolean {
  if (now.root !== then.root) return false;
  const { isSame, sameAs, isSameObject, differsOnlyIn } = comparing(spend);
  const { namedBy, missing } = reachOf(then, spend);
  const rules = forbiddenBy(then);
  const fields = fieldsOf(then);
  const newFields = fieldsOf(now);
  const catalogue = dictionaryOf(then.object(then.root));
  const catalogueNow = dictionaryOf(now.object(now.root));
  const form = formOf(then);
  const mayAddFields = !isOurs && !rules.certified;

  /** The entries through which an object is reached, each once: lists of lists reach it by many ways. */
  const placesOf = (id: number): string[] => {
    const places = new Set<string>();
    let reached = new Set([id]);
    for (let depth = 0; reached.size > 0; depth++) {
      const above = new Set<number>();
      for (const name of [...reached].flatMap((one) => [...(namedBy.get(one) ?? [])])) {
        spend(1);
        const [holder = '', place = ''] = name.split(' ');
        if (place === '' && depth < 3) above.add(Number(holder));
        else places.add(place);
      }
      reached = above;
    }
    return [...places];
  };
  const isNewSignature = (value: Value) =>
    isReference(value) && !fields.has(value.to) && newFields.get(value.to)?.type === '/Sig';
  const mayAdd = (value: Value) =>
    isNewSignature(value) && (mayAddFields || isHiddenStamp(now, newFields.get((value as Reference).to)!));
  const isLonger = (before: Value | undefined, after: Value | undefined) => {
    const [held, list] = [listOf(then, before), listOf(now, after)];
    return held.every(sameAs(list)) && list.slice(held.length).every(mayAdd);
  };
  const isFormAllowed = () => {
    const other = formOf(now);
    const names = mayAddFields ? ['/Fields', '/SigFlags', '/DR', '/DA'] : ['/Fields'];
    return differsOnlyIn(form, other, names) && isLonger(form.get('/Fields'), other.get('/Fields'));
  };
  const isCatalogueAllowed = () => {
    if (!differsOnlyIn(catalogue, catalogueNow, catalogueMay)) return false;
    const [before, after] = [catalogue.get('/AcroForm'), catalogueNow.get('/AcroForm')];
    return isReference(before) ? isSame(before, after) : isDictionary(after) && isFormAllowed();
  };
  const isFilled = ({ id, type, name, dictionary }: Field) => {
    if (rules.everything || rules.isLocked(name)) return false;
    if (type === '/Sig' && dictionary.has('/V')) return false;
    return (
      placesOf(id).every((place) => fieldPlaces.includes(place)) &&
      differsOnlyIn(dictionary, dictionaryOf(now.object(id)), filled)
    );
  };
  const isList = (id: number) => {
    const [before, after] = [then.object(id)?.value, now.object(id)?.value];
    const places = placesOf(id);
    return (
      Array.isArray(before) &&
      Array.isArray(after) &&
      ['/Fields', '/Annots'].some((name) => places.every((place) => place === name)) &&
      isLonger(before, after)
    );
  };
  const isNamedOnlyBy = (id: number, holder: string) => {
    const names = namedBy.get(id);
    return names?.size === 1 && names.has(holder);
  };
  /** What checks signatures later, and the description of the file, which no page shows. */
  const isBeside = (id: number): boolean => {
    if (isNamedOnlyBy(id, `${then.root} /Metadata`) || isNamedOnlyBy(id, 'trailer /Info')) return true;
    const store = catalogue.get('/DSS');
    const own = new Set(isReference(store) ? [store.to] : []);
    for (const one of own)
      for (const [to] of referencesIn(then.object(one)?.value ?? '', spend)) if (namedBy.has(to)) own.add(to);
    const isOwn = (name: string) =>
      name === `${then.root} /DSS` || own.has(Number.parseInt(name.slice(0, name.indexOf(' ')), 10));
    return own.has(id) && [...(namedBy.get(id) ?? [])].every(isOwn);
  };
  /** The note that a former version filled, of a file that it sealed. */
  const isFormerNote = (id: number) => {
    const note = form.get(formerEvidence.trim());
    const before = dictionaryOf(then.object(id));
    return (
      isReference(note) &&
      note.to === id &&
      before.get('/Subtype') === '/Stamp' &&
      differsOnlyIn(before, dictionaryOf(now.object(id)), ['/AP'])
    );
  };
  const isPageAllowed = (id: number) => {
    const [before, after] = [dictionaryOf(then.object(id)), dictionaryOf(now.object(id))];
    return (
      before.get('/Type') === '/Page' &&
      differsOnlyIn(before, after, ['/Annots']) &&
      isLonger(before.get('/Annots'), after.get('/Annots'))
    );
  };
  const formId = catalogue.get('/AcroForm');
  const isChangeAllowed = (id: number) => {
    if (!now.object(id)) return false;
    if (id === then.root) return isCatalogueAllowed();
    if (isReference(formId) && formId.to === id) return isFormAllowed();
    const field = fields.get(id);
    if (field) return isFilled(field);
    if (isFormerNote(id) || isBeside(id)) return true;
    // What nothing names is not shown; no contract of ours leaves such objects behind.
    return isPageAllowed(id) || isList(id) || (!isOurs && !namedBy.has(id));
  };
  for (const id of new Set([...then.entries.keys(), ...now.entries.keys()])) {
    spend(1);
    if (then.entries.get(id) === now.entries.get(id)) continue;
    // An object that was named before it was there would appear where the signature covers nothing.
    if (!then.entries.has(id)) {
      if (missing.has(id)) return false;
    } else if (!isSameObject(then.object(id), now.object(id)) && !isChangeAllowed(id)) return false;
  }
  return true;
}

/** Which signatures the form of a revision names; undefined when it names one that was not found. */
function namedSignatures(revision: Revision, ranges: readonly SignedRange[]): Set<number> | undefined {
  const named = new Set<number>();
  for (const { type, dictionary } of fieldsOf(revision).values()) {
    const value = dictionary.get('/V');
    if (type !== '/Sig' || value === undefined) continue;
    const span = isReference(value) ? revision.object(value.to)?.span : undefined;
    const found = ranges.findIndex(({ at }) => span && at >= span.from && at < span.to);
    if (found < 0 || named.has(found)) return undefined;
    named.add(found);
  }
  return named;
}

/** Compares the file as each of its signatures found it. What can't be read is not kept. */
export function compareRevisions(file: Buffer, ranges: readonly SignedRange[], isOurs: boolean): Comparison {
  const isKept = ranges.map(() => false);
  const spend = budget(workOfByte * file.length + 100_000);
  try {
    const objects = openObjects(file, spend);
    const ordered = [...ranges.keys()].sort((one, other) => ranges[one]!.end - ranges[other]!.end);
    const revisions = ordered.map((i) => objects.revisionAt(ranges[i]!.end));
    const last = revisions.at(-1)!;
    const named = namedSignatures(last, ranges);
    if (!named) return { isKept, isOpen: false, isRead: true };
    let isGood = true;
    for (let i = ordered.length - 1; i >= 0; i--) {
      if (i < ordered.length - 1) isGood &&= isAllowed(revisions[i]!, revisions[i + 1]!, isOurs, spend);
      isKept[ordered[i]!] = isGood && named.has(ordered[i]!);
    }
    const isOpen = [...fieldsOf(last).values()].some(
      ({ type, dictionary }) => type === '/Sig' && !dictionary.has('/V') && !dictionary.has('/Kids'),
    );
    return { isKept, isOpen, isRead: true };
  } catch {
    return { isKept, isOpen: false, isRead: false };
  }
}
