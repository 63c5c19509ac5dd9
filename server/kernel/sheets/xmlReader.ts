/** Reads XML as a stream: no document type, no entities of its own, bounded depth and length of each part. */
import { Parser } from 'saxen';
import { bad } from './limits';

export interface XmlHeard {
  /** The name is without its prefix. */
  open?(name: string, attributes: () => Record<string, string>): void;
  close?(name: string): void;
  text?(text: string): void;
}

const deepest = 32;
/** Characters between two events: a text of a cell has at most 32,767, each of them written with up to seven. */
const longestPart = 512 * 1024;

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Throws `BadFile` for what is no well-formed XML, has a document type, or is too deep. */
export async function readXml(parts: AsyncIterable<Buffer>, heard: XmlHeard): Promise<void> {
  const parser = new Parser();
  let depth = 0;
  let sinceEvent = 0;
  let failure: unknown;
  const guard =
    <A extends unknown[]>(work: (...given: A) => void) =>
    (...given: A) => {
      sinceEvent = 0;
      if (failure) return;
      try {
        work(...given);
      } catch (error) {
        failure = error;
      }
    };
  const wrong = guard(() => bad());
  parser.on(
    'openTag',
    guard((name: string, attributes: () => Record<string, string>) => {
      if (++depth > deepest) bad();
      heard.open?.(local(name), attributes);
    }),
  );
  parser.on(
    'closeTag',
    guard((name: string) => {
      depth--;
      heard.close?.(local(name));
    }),
  );
  parser.on(
    'text',
    guard((text: string, decode: (text: string) => string) => heard.text?.(decode(text))),
  );
  parser.on(
    'cdata',
    guard((text: string) => heard.text?.(text)),
  );
  parser.on(
    'comment',
    guard(() => undefined),
  );
  // `<!DOCTYPE`: a workbook has none, and entities are declared in it.
  parser.on('attention', wrong);
  parser.on('error', wrong);
  parser.on('warn', wrong);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const feed = (bytes?: Buffer) => {
    try {
      const text = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
      sinceEvent += text.length;
      parser.write(text);
      if (!bytes) parser.end();
    } catch {
      bad(); // the decoder and the parser throw errors of their own; those of the handlers are kept in `failure`
    }
    if (failure) throw failure;
    if (sinceEvent > longestPart) bad();
  };
  for await (const part of parts) feed(part);
  feed();
  if (depth !== 0) bad();
}
