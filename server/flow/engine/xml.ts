/** Reads a BPMN file: no document type, no entities of its own, bounded size, depth and number of elements. */
import { Parser } from 'saxen';
import { flowNamespaces } from '../../../contract/wire/flow';

export interface XmlNode {
  /** With the prefix of `flowNamespaces` where the namespace is one of them: `bpmn:userTask`. */
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlNode[];
  text: string;
}

/** What is wrong with the file as a whole. */
export type XmlFault = 'tooLarge' | 'notXml' | 'hasDocumentType' | 'tooDeep' | 'tooMany' | 'notBpmn';
export class BadDiagram extends Error {
  override name = 'BadDiagram';
  constructor(readonly fault: XmlFault) {
    super(`not a diagram: ${fault}`);
  }
}

/** Characters of a file, elements in it, and how deep they lie in each other. */
export const mostXml = 4_000_000;
const mostNodes = 60_000;
const deepest = 64;

/** Of engines whose attributes are not read, so that what they decide is named whatever prefix a file gives them. */
const otherNamespaces = { drools: 'http://www.jboss.org/drools', zeebe: 'http://camunda.org/schema/zeebe/1.0' };
const prefixes = Object.fromEntries(
  Object.entries({ ...flowNamespaces, ...otherNamespaces }).map(([prefix, uri]) => [uri, prefix]),
);

function bad(fault: XmlFault): never {
  throw new BadDiagram(fault);
}

/** The root element of a file. Throws `BadDiagram`. */
export function readXml(xml: string): XmlNode {
  if (xml.length > mostXml) bad('tooLarge');
  // Declarations of entities stand in a document type alone; it is refused before anything is parsed.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) bad('hasDocumentType');
  const parser = new Parser().ns(prefixes);
  const root: XmlNode = { name: '', attributes: {}, children: [], text: '' };
  const open: XmlNode[] = [root];
  let count = 0;
  let fault: XmlFault | undefined;
  parser.on('openTag', (name, attributes, decode) => {
    if (++count > mostNodes) fault = 'tooMany';
    else if (open.length > deepest) fault = 'tooDeep';
    if (fault) return parser.stop();
    const given = Object.entries(attributes()).map(([key, value]) => [key, decode(value)]);
    const node: XmlNode = { name, attributes: Object.fromEntries(given), children: [], text: '' };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on('closeTag', () => {
    open.pop();
  });
  parser.on('text', (text, decode) => {
    const node = open.at(-1);
    if (node) node.text += decode(text);
  });
  parser.on('cdata', (text) => {
    const node = open.at(-1);
    if (node) node.text += text;
  });
  parser.on('attention', (text) => {
    if (text.startsWith('<!--')) return;
    fault ??= 'hasDocumentType';
    parser.stop();
  });
  parser.on('error', () => {
    fault ??= 'notXml';
  });
  parser.parse(xml);
  if (fault) bad(fault);
  const [element, ...more] = root.children;
  if (!element || more.length > 0 || open.length !== 1) return bad('notXml');
  return element;
}
