/** A process file that a test edits as the designer does, without a drawing. */
import { BpmnModdle } from 'bpmn-moddle';
import { leasedesk } from '../../contract/domain/bpmn/words';
import { type Editing, type Part, partsOf } from '../../src/features/flow/designer/moddle';
import { declareDialect } from '../../src/features/flow/designer/words';

const moddle = new BpmnModdle({ leasedesk });

/** As the modeler does it, without its history. */
export const editing: Editing = {
  set(part, properties) {
    for (const [name, value] of Object.entries(properties)) part.set(name, value);
  },
  create: (type, properties, parent) => Object.assign(moddle.create(type, properties) as Part, { $parent: parent }),
  createForeign: (name, namespace, properties, parent) =>
    Object.assign(moddle.createAny(name, namespace, properties) as Part, { $parent: parent }),
};

const namespaces =
  'xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" targetNamespace="test"';
/** A file with one process of these elements. */
export function file(content: string, more = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?><definitions ${namespaces} ${more}><process id="p" isExecutable="true">${content}</process></definitions>`;
}

/** Reads a file; the tests' files have no part that moddle does not understand. */
export async function openFile(xml: string) {
  const { rootElement, warnings } = await moddle.fromXML(xml);
  expect(warnings).toEqual([]);
  const definitions = rootElement as unknown as Part;
  declareDialect(definitions);
  const all = partsOf(partsOf(definitions, 'rootElements')[0], 'flowElements');
  return {
    definitions,
    of(id: string): Part {
      const found = all.find((one) => one.get('id') === id);
      if (!found) throw new Error(`no element ${id}`);
      return found;
    },
    text: async () => (await moddle.toXML(rootElement, { format: true })).xml,
  };
}
/** The same file, written and read again. */
export async function reopened({ text }: Awaited<ReturnType<typeof openFile>>) {
  return openFile(await text());
}
