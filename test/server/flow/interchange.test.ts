/** Files of other tools run here, or each of their elements that cannot is named; what they hold beside is kept. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shownFault } from '../../../server/flow/engine/faults';
import { readDiagram } from '../../../server/flow/engine/read';
import { Run } from '../../../server/flow/engine/run';
import { leaveDiagram } from '../../../server/flow/leave/diagram';

const root = join(__dirname, '../../..');
const file = (name: string) => readFileSync(join(root, 'test/fixtures/bpmn', name), 'utf8');
const actions = { has: () => false };
/** The package brings no types for its entry. */
const { BpmnModdle } = require('bpmn-moddle') as {
  BpmnModdle: new () => {
    fromXML(xml: string): Promise<{ rootElement: Element; warnings: unknown[] }>;
    toXML(element: Element): Promise<{ xml: string }>;
  };
};
interface Element {
  $type: string;
  id: string;
  rootElements: (Element & { flowElements?: Element[] })[];
  extensionElements?: { values: { $type: string }[] };
}

function began(name: string, variables: Record<string, unknown>) {
  const { plan, faults } = readDiagram(file(name), actions);
  expect(faults).toEqual([]);
  let run = Run.begin(plan!, variables);
  const waits = () => run.waits().map(({ node, person }) => (person ? `${node.name} ${person}` : node.name));
  return {
    waits,
    get isOver() {
      return run.isOver;
    },
    do(step: string, pass = true) {
      run = Run.recover(plan!, run.variables, JSON.parse(JSON.stringify(run.state())));
      const wait = run.waits().find(({ node, person }) => (person ? `${node.name} ${person}` : node.name) === step);
      run.complete(wait!.executionId, pass);
      return waits();
    },
  };
}

it('runs a file of Camunda Modeler', () => {
  const large = began('camunda-modeler.bpmn', { amount: 20_000, board: ['1', '2', '3', '4'], initiator: '9' });
  expect(large.waits()).toEqual(['Attach receipts']);
  expect(large.do('Attach receipts').sort()).toEqual(['2 days', 'Decide']);
  expect(large.do('Decide')).toEqual(['1', '2', '3', '4'].map((one) => `Board decides ${one}`));
  expect(large.do('Board decides 3')).toHaveLength(3);
  expect(large.do('Board decides 1')).toEqual([]);
  expect(large.isOver).toBe(true);
  const small = began('camunda-modeler.bpmn', { amount: 10_000, board: [] });
  small.do('Attach receipts');
  expect(small.do('Decide')).toEqual([]);
  expect(small.isOver).toBe(true);
});

it('reads the forms, people and times of a file of Camunda Modeler', () => {
  const { plan } = readDiagram(file('camunda-modeler.bpmn'), actions);
  const node = (id: string) => plan!.nodes.find((one) => one.id === id);
  expect(node('StartEvent_1')).toMatchObject({
    name: 'Expense made',
    initiator: 'starter',
    form: [
      { id: 'amount', name: 'Amount', type: 'long', required: true },
      { id: 'purpose', type: 'enum', initial: 'travel', values: [{ id: 'travel', name: 'Travel' }, { id: 'meals' }] },
    ],
  });
  expect(node('Activity_Manager')).toMatchObject({
    candidates: { assignee: '', groups: ['manager', 'administrator'] },
    due: '${dueDate}',
  });
  expect(node('Activity_Escalated')!.candidates!.users).toEqual(['admin']);
  expect(node('Event_Late')).toMatchObject({ interrupts: false, timer: { kind: 'duration', text: 'P2D' } });
});

it('runs a file of Flowable', () => {
  const run = began('flowable-modeler.bpmn20.xml', { price: '100000.00', signers: 'ann,bob', INITIATOR: '9' });
  expect(run.waits()).toEqual(['部门审批']);
  expect(run.do('部门审批').sort()).toEqual(['比价', '财务会签 ann']);
  expect(run.do('比价')).toEqual(['财务会签 ann']);
  expect(run.do('财务会签 ann')).toEqual(['财务会签 bob']);
  expect(run.do('财务会签 bob')).toEqual(['总经理审批']);
  expect(run.do('总经理审批')).toEqual([]);
  expect(run.isOver).toBe(true);
});

it('names each element of a file that cannot run', () => {
  const { faults } = readDiagram(file('camunda-modeler-services.bpmn'), actions);
  expect(faults.map(({ elementId, code }) => `${elementId} ${code}`)).toEqual([
    'Start_Message cannotRunEvent',
    'Task_External foreignService',
    'Task_Rule cannotRun',
    'Task_Approve listener',
    'Task_Approve mapping',
    'F4 conditionLanguage',
    'Call_Review cannotRun',
    'End_Error cannotRunEvent',
  ]);
  expect(faults.map((fault) => shownFault(fault, 'en').text)).toContain('Conditions written in groovy can’t be run');
});

it.each(['camunda-modeler.bpmn', 'flowable-modeler.bpmn20.xml'])('%s keeps what we do not read', async (name) => {
  const moddle = new BpmnModdle();
  const { rootElement, warnings } = await moddle.fromXML(file(name));
  expect(warnings).toEqual([]);
  const { xml } = await moddle.toXML(rootElement);
  const types = (element: Element) =>
    element.rootElements
      .flatMap(({ flowElements = [] }) => flowElements)
      .flatMap(({ id, extensionElements }) => (extensionElements?.values ?? []).map(({ $type }) => `${id} ${$type}`));
  expect(types(rootElement).length).toBeGreaterThan(1);
  // What a designer writes back runs like the file it read, with everything in it.
  expect(types((await moddle.fromXML(xml)).rootElement)).toEqual(types(rootElement));
  expect(readDiagram(xml, actions)).toEqual(readDiagram(file(name), actions));
});

it('ships a leave request that other tools can read', async () => {
  const { rootElement, warnings } = await new BpmnModdle().fromXML(leaveDiagram);
  expect(warnings).toEqual([]);
  expect(rootElement.rootElements.map(({ $type, id }) => `${$type} ${id}`)).toEqual(['bpmn:Process leave']);
});
