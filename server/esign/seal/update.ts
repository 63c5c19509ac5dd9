/**
 * Incremental updates (ISO 32000-1, 7.5.6) of the PDF files that this product prints: new objects and a new
 * cross-reference section are appended, and no byte of the file changes, so that earlier signatures stay verifiable.
 * Reads the plain objects and cross-reference tables of pdfkit and of these updates, no others.
 */

export interface Update {
  /** The text of an object's value, without its stream. Throws RangeError when there is none. */
  object(id: number): string;
  /** The object that the trailer names as the catalogue, and those of the pages in their order. */
  catalogue: number;
  pages: readonly number[];
  /** Writes a new object and answers its number. */
  add(body: string | Buffer): number;
  /** Takes a number for an object that is written later. */
  reserve(): number;
  /** Writes another value for an object. */
  put(id: number, body: string | Buffer): void;
  /** The file with the update. `at`: where the bytes of each written object begin. */
  finish(): { bytes: Buffer; at: ReadonlyMap<number, number> };
}

function whole(text: string, pattern: RegExp): number {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new RangeError(`the file has no ${pattern.source}`);
  return Number(found);
}

/** Offsets of all objects, newest first, and the newest trailer. */
function readIndex(text: string) {
  const start = whole(text.slice(-64), /startxref\s+(\d+)\s+%%EOF\s*$/);
  const offsets = new Map<number, number>();
  let newest: string | undefined;
  for (let at: number | undefined = start; at !== undefined; ) {
    const end = text.indexOf('trailer', at);
    if (!text.startsWith('xref\n', at) || end < 0) throw new RangeError('the file has no cross-reference table');
    let id = 0;
    for (const line of text.slice(at + 5, end).split('\n')) {
      const entry = /^(\d{10}) \d{5} ([nf])/.exec(line);
      if (!entry) id = Number(line.split(' ')[0]);
      else {
        if (entry[2] === 'n' && !offsets.has(id)) offsets.set(id, Number(entry[1]));
        id += 1;
      }
    }
    const trailer = text.slice(end, text.indexOf('startxref', end));
    newest ??= trailer;
    const before = /\/Prev (\d+)/.exec(trailer)?.[1];
    const next: number | undefined = before === undefined ? undefined : Number(before);
    if (next !== undefined && next >= at) throw new RangeError('the cross-reference tables are not in order');
    at = next;
  }
  return { start, offsets, trailer: newest! };
}

function objectAt(text: string, offsets: ReadonlyMap<number, number>, id: number): { body: string; end: number } {
  const at = offsets.get(id);
  const head = `${id} 0 obj`;
  if (at === undefined || !text.startsWith(head, at)) throw new RangeError(`the file has no object ${id}`);
  const from = at + head.length;
  const stream = text.indexOf('stream\n', from);
  const end = text.indexOf('endobj', from);
  const to = stream >= 0 && stream < end ? stream : end;
  return { body: text.slice(from, to).trim(), end: to };
}

export function openUpdate(file: Buffer): Update {
  const text = file.toString('latin1');
  const { start, offsets, trailer } = readIndex(text);
  const catalogue = whole(trailer, /\/Root (\d+) 0 R/);
  const object = (id: number) => objectAt(text, offsets, id).body;
  const tree = object(whole(object(catalogue), /\/Pages (\d+) 0 R/));
  const pages = [...(/\/Kids \[([^\]]*)\]/.exec(tree)?.[1] ?? '').matchAll(/(?<!\d)(\d+) 0 R/g)].map(([, id]) =>
    Number(id),
  );
  let size = whole(trailer, /\/Size (\d+)/);
  const written = new Map<number, Buffer>();
  const put = (id: number, body: string | Buffer) => {
    written.set(id, Buffer.isBuffer(body) ? body : Buffer.from(body, 'latin1'));
  };
  const reserve = () => size++;
  return {
    object,
    catalogue,
    pages,
    reserve,
    put,
    add(body) {
      const id = reserve();
      put(id, body);
      return id;
    },
    finish() {
      const parts: Buffer[] = [file];
      let length = file.length;
      const append = (part: Buffer) => {
        parts.push(part);
        length += part.length;
      };
      if (file.at(-1) !== 0x0a) append(Buffer.from('\n'));
      const places = new Map<number, number>();
      const at = new Map<number, number>();
      const ids = [...written.keys()].sort((a, b) => a - b);
      for (const id of ids) {
        places.set(id, length);
        append(Buffer.from(`${id} 0 obj\n`));
        at.set(id, length);
        append(written.get(id)!);
        append(Buffer.from('\nendobj\n'));
      }
      const table = ids.map((id) => `${id} 1\n${String(places.get(id)).padStart(10, '0')} 00000 n \n`);
      const kept = ['Info', 'ID'].map(
        (name) => new RegExp(`/${name} (\\d+ 0 R|\\[[^\\]]*\\])`).exec(trailer)?.[0] ?? '',
      );
      const tail = ['<<', `/Size ${size}`, `/Root ${catalogue} 0 R`, ...kept, `/Prev ${start}`, '>>'];
      append(
        Buffer.from(`xref\n${table.join('')}trailer\n${tail.join('\n')}\nstartxref\n${length}\n%%EOF\n`, 'latin1'),
      );
      return { bytes: Buffer.concat(parts), at };
    },
  };
}

/** A dictionary with one entry more. */
export function withEntry(dictionary: string, entry: string): string {
  return dictionary.replace(/>>$/, `${entry}\n>>`);
}

const blank = '[0 ********** ********** **********]';

/**
 * Finishes an update with an object whose value covers the whole file but itself. `value`: the number kept for it;
 * `room`: bytes of its longest value, which is written after `from` in hexadecimal digits.
 */
export function finishWithRange(
  update: Update,
  value: number,
  { entries, room }: { entries: readonly string[]; room: number },
): { bytes: Buffer; from: number; covered: [before: Buffer, behind: Buffer] } {
  update.put(value, ['<<', ...entries, `/ByteRange ${blank}`, `/Contents <${'0'.repeat(2 * room)}>`, '>>'].join('\n'));
  const { bytes, at } = update.finish();
  const from = bytes.indexOf('/Contents <', at.get(value)) + '/Contents '.length;
  const to = from + 2 * room + 2;
  const range = `[0 ${from} ${to} ${bytes.length - to}]`.padEnd(blank.length);
  bytes.write(range, bytes.indexOf(blank, at.get(value)), 'latin1');
  return { bytes, from, covered: [bytes.subarray(0, from), bytes.subarray(to)] };
}

/** A stream object. */
export function streamOf(entries: string, data: Buffer): Buffer {
  const head = Buffer.from(`<<\n${entries}\n/Length ${data.length}\n>>\nstream\n`, 'latin1');
  return Buffer.concat([head, data, Buffer.from('\nendstream')]);
}

/** A text string: UTF-16 with its mark, in hexadecimal digits. */
export function textString(text: string): string {
  return `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
}

/**
 * Copies the pages of a file of pdfkit into the update as forms that can be drawn anywhere, with all that they use; what
 * they share is copied once. Answers the numbers of the forms.
 */
export function importPages(update: Update, file: Buffer): number[] {
  const text = file.toString('latin1');
  const { offsets } = readIndex(text);
  const taken = new Map<number, number>();
  const copy = (id: number): number => {
    const known = taken.get(id);
    if (known !== undefined) return known;
    const own = update.reserve();
    taken.set(id, own);
    const { body, end } = objectAt(text, offsets, id);
    const entries = renumbered(body);
    if (!text.startsWith('stream\n', end)) update.put(own, entries);
    else update.put(own, Buffer.concat([Buffer.from(`${entries}\n`, 'latin1'), streamPart(body, end)]));
    return own;
  };
  const renumbered = (body: string) => body.replace(/\b(\d+) 0 R\b/g, (_all, id: string) => `${copy(Number(id))} 0 R`);
  const streamPart = (body: string, at: number) => {
    const from = at + 'stream\n'.length;
    return Buffer.concat([
      Buffer.from('stream\n'),
      file.subarray(from, from + whole(body, /\/Length (\d+)/)),
      Buffer.from('\nendstream'),
    ]);
  };
  const source = openUpdate(file);
  return source.pages.map((id) => {
    const held = source.object(id);
    const box = /\/MediaBox (\[[^\]]*\])/.exec(held)?.[1];
    const contents = objectAt(text, offsets, whole(held, /\/Contents (\d+) 0 R/));
    const length = whole(contents.body, /\/Length (\d+)/);
    const from = contents.end + 'stream\n'.length;
    const filter = /\/Filter \/\w+/.exec(contents.body)?.[0] ?? '';
    const resources = copy(whole(held, /\/Resources (\d+) 0 R/));
    return update.add(
      streamOf(
        `/Type /XObject\n/Subtype /Form\n/BBox ${box}\n/Resources ${resources} 0 R\n${filter}`,
        file.subarray(from, from + length),
      ),
    );
  });
}
