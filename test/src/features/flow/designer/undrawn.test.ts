/** What of a file is not in its drawing is counted, whatever prefix the file has. */
import { BpmnModdle } from 'bpmn-moddle';
import { type Part, undrawnIn } from '../../../../../src/features/flow/designer/moddle';

function file(prefix: string): string {
  const of = (name: string) => (prefix ? `${prefix}:${name}` : name);
  return `<${of('definitions')} xmlns${prefix ? `:${prefix}` : ''}="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="urn:x">
<${of('process')} id="P"><${of('startEvent')} id="s"/><${of('dataObject')} id="d"/>
<${of('subProcess')} id="u"><${of('userTask')} id="a"/></${of('subProcess')}>
<${of('sequenceFlow')} id="f" sourceRef="s" targetRef="u"/></${of('process')}></${of('definitions')}>`;
}

it.each(['', 'bpmn', 'semantic'])('with the prefix "%s"', async (prefix) => {
  const { rootElement } = await new BpmnModdle().fromXML(file(prefix));
  const undrawn = (...drawn: string[]) => undrawnIn(rootElement as unknown as Part, (id) => drawn.includes(id));
  expect([undrawn(), undrawn('s', 'u', 'a'), undrawn('s', 'u', 'a', 'f')]).toEqual([4, 1, 0]);
});
