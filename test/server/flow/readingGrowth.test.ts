/** A diagram that anyone brings costs its reading no more than its length. */
import { readDiagram } from '../../../server/flow/engine/read';
import { readXml } from '../../../server/flow/engine/xml';
import { growsInStep, takesAtMost } from '../../support/growth';

const spaces =
  'xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" xmlns:leasedesk="urn:leasedesk:bpmn"';
function file(inside: string): string {
  return `<bpmn:definitions ${spaces}><bpmn:process id="p">${inside}</bpmn:process></bpmn:definitions>`;
}
function many(n: number, make: (i: number) => string): string {
  return Array.from({ length: n }, (_, i) => make(i)).join('');
}
function extended(inside: string): string {
  return file(`<bpmn:userTask id="u"><bpmn:extensionElements>${inside}</bpmn:extensionElements></bpmn:userTask>`);
}
function formed(inside: string): string {
  return `<camunda:formData>${inside}</camunda:formData>`;
}
const field = (i: number, inside: string) => `<camunda:formField id="f${i}" type="enum">${inside}</camunda:formField>`;
const title = (value: string) => `<leasedesk:title language="en" field="f0" value="${value}" text="x"/>`;
const value = (i: number) => `<camunda:value id="v${i}"/>`;

it.each<[string, number, (n: number) => string]>([
  ['fields of a form', 13_000, (n) => extended(formed(many(n, (i) => field(i, ''))))],
  ['fields of one name', 3000, (n) => extended(formed(many(n, () => field(0, ''))))],
  ['values that have titles', 250, (n) => extended(many(n, (i) => title(`v${i}`)) + formed(field(0, many(n, value))))],
  ['titles of one value', 800, (n) => extended(title('v').repeat(n) + formed(field(0, many(n, value))))],
  ['steps', 4000, (n) => file(many(n, (i) => `<bpmn:userTask id="u${i}"/>`))],
  ['steps without a name', 4000, (n) => file('<bpmn:userTask/>'.repeat(n))],
  ['scopes', 4000, (n) => file(many(n, (i) => `<bpmn:subProcess id="s${i}"/>`))],
  ['flows', 4000, (n) => file(many(n, (i) => `<bpmn:sequenceFlow id="f${i}" sourceRef="p" targetRef="p"/>`))],
  ['defaults', 4000, (n) => file(many(n, (i) => `<bpmn:exclusiveGateway id="g${i}" default="g"/>`))],
  ['spaces of names', 2000, (n) => file(many(n, (i) => `<a xmlns:n${i}="u${i}">`) + '</a>'.repeat(n))],
  ['attributes', 5000, (n) => file(`<bpmn:userTask ${many(n, (i) => `camunda:a${i}="1" `)}/>`)],
  ['names of people', 20_000, (n) => file(`<bpmn:userTask id="u" camunda:candidateUsers="${'${a,'.repeat(n)}"/>`)],
])('%s', (_name, length, make) =>
  growsInStep(length, (n) => {
    const xml = make(n);
    return () => readDiagram(xml, new Set());
  }),
);

const steps = (n: number) => many(n, (i) => `<bpmn:userTask id="u${i}" name="Step" camunda:assignee="a"/>`);

it('a process of more steps than can run costs little more than its text', async () => {
  const people = Array.from({ length: 40 }, () => '${a.b eq c}').join();
  const xml = file(many(2000, (i) => `<bpmn:userTask id="u${i}" camunda:candidateUsers="${people}"/>`));
  expect(readDiagram(xml, new Set()).faults).toEqual([
    { elementId: 'p', elementName: '', elementType: 'bpmn:process', code: 'tooMany' },
  ]);
  await takesAtMost(
    2,
    () => readXml(xml),
    () => readDiagram(xml, new Set()),
  );
});

it('nothing is read behind what makes a file no diagram', async () => {
  const deep = '<a>'.repeat(100) + '</a>'.repeat(100);
  const xml = file(deep + steps(40_000));
  expect(readDiagram(xml, new Set()).faults).toMatchObject([{ code: 'tooDeep' }]);
  await takesAtMost(
    0.1,
    () => readDiagram(file(steps(40_000)), new Set()),
    () => readDiagram(xml, new Set()),
  );
});

it('a form has as many values as people can choose from', () => {
  const of = (n: number) => readDiagram(extended(formed(field(0, many(n, value)))), new Set()).faults;
  const refused = { elementId: 'u', code: 'badField', at: '…' };
  expect(of(1_000)).not.toContainEqual(expect.objectContaining(refused));
  expect(of(1_001)).toContainEqual(expect.objectContaining(refused));
});
