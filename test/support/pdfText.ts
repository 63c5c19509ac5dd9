/** The text of a PDF, read from its bytes alone. */
import { inflateSync } from 'node:zlib';

/** Reads a PDF as a viewer's "copy text" does: glyph numbers are translated by each font's ToUnicode map.
 *  Answers the text of every page, in the order it was drawn, one line per run. */
export function textOfPages(file: Buffer): string[] {
  const raw = file.toString('latin1');
  const objects = new Map<string, string>();
  for (const [, id, body] of raw.matchAll(/\n(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) objects.set(id!, body!);
  const object = (id: string | undefined): string => {
    const body = objects.get(id ?? '');
    if (body === undefined) throw new Error(`no object ${id}`);
    return body;
  };
  const stream = (id: string | undefined): string => {
    const [, head, data] = /^([\s\S]*?)stream\n([\s\S]*)\nendstream$/.exec(object(id)) ?? [];
    if (data === undefined) throw new Error(`object ${id} is no stream`);
    const bytes = Buffer.from(data, 'latin1');
    return (head?.includes('FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');
  };

  const characters = (fontId: string): string[] => {
    const map: string[] = [];
    const cmap = stream(/\/ToUnicode (\d+) 0 R/.exec(object(fontId))?.[1]);
    for (const [, first, list] of cmap.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[(.*)\]/g)) {
      [...list!.matchAll(/<([0-9a-f ]*)>/g)].forEach(([, hex], i) => {
        const units = hex!.split(' ').filter(Boolean);
        map[Number.parseInt(first!, 16) + i] = String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)));
      });
    }
    return map;
  };
  const known = new Map<string, string[]>();
  const fontOf = (id: string): string[] => {
    const held = known.get(id) ?? characters(id);
    known.set(id, held);
    return held;
  };
  /** The text of a page or of a form, in the order it was drawn. */
  const drawn = (content: string | undefined, resources: string | undefined): string => {
    let font: string[] = [];
    let text = '';
    for (const [, name, run] of stream(content).matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (name) font = fontOf(new RegExp(`/${name} (\\d+) 0 R`).exec(object(resources))?.[1] ?? '');
      else {
        const codes = [...run!.matchAll(/<([0-9a-f]*)>/g)].map(([, hex]) => hex).join('');
        text += `${(codes.match(/.{4}/g) ?? []).map((code) => font[Number.parseInt(code, 16)] ?? '\ufffd').join('')}\n`;
      }
    }
    return text;
  };
  const named = (body: string, name: string) => new RegExp(`/${name} (\\d+) 0 R`).exec(body)?.[1];

  const kids = /\/Type \/Pages[\s\S]*?\/Kids \[([^\]]*)\]/.exec(raw)?.[1] ?? '';
  return [...kids.matchAll(/(\d+) 0 R/g)].map(([, id]) => {
    const page = object(id);
    const notes = /\/Annots \[([^\]]*)\]/.exec(page)?.[1] ?? '';
    const forms = [...notes.matchAll(/(\d+) 0 R/g)].map(([, note]) => named(object(note), 'AP << /N'));
    return [
      drawn(named(page, 'Contents'), named(page, 'Resources')),
      // what signatures and notes show on the page
      ...forms.map((form) => (named(object(form), 'Resources') ? drawn(form, named(object(form), 'Resources')) : '')),
    ].join('');
  });
}

/** The whole text in one piece, so that a sentence is found wherever its lines break. */
export function textOf(file: Buffer): string {
  return textOfPages(file).join('').replace(/\s/g, '');
}
