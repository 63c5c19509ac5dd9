/** What the designer writes and offers is what the engine reads and runs. */
import { notation, runnable } from '../../../../../contract/domain/bpmn/elements';
import { assignees } from '../../../../../contract/domain/bpmn/words';
import { readDiagram } from '../../../../../server/flow/engine/read';
import {
  newRepetition,
  setAction,
  setCondition,
  setParams,
  setPosts,
  setRepetition,
  setTimer,
} from '../../../../../src/features/flow/designer/properties';
import { setForm, setTitle, setWords } from '../../../../../src/features/flow/designer/words';
import { editing, file, openFile } from '../../../../support/processFile';

const actions = new Set(['order.check']);

function expressionOf(body: string): string {
  return `\${${body}}`;
}

it('every word of the panel arrives in the plan of the engine', async () => {
  const one = await openFile(
    file(
      '<startEvent id="s"/><userTask id="a" name="申请"/><userTask id="b" name="会签"/><boundaryEvent id="late" attachedToRef="b" cancelActivity="false"><timerEventDefinition id="d"/></boundaryEvent>' +
        '<exclusiveGateway id="g" default="no"/><serviceTask id="x"/><endEvent id="e"/><endEvent id="e2"/>' +
        '<sequenceFlow id="f1" sourceRef="s" targetRef="a"/><sequenceFlow id="f2" sourceRef="a" targetRef="b"/><sequenceFlow id="f3" sourceRef="b" targetRef="g"/>' +
        '<sequenceFlow id="yes" sourceRef="g" targetRef="x"/><sequenceFlow id="no" sourceRef="g" targetRef="e"/><sequenceFlow id="f4" sourceRef="x" targetRef="e"/><sequenceFlow id="f5" sourceRef="late" targetRef="e2"/>',
    ),
  );
  setForm(editing, one.of('s'), [
    {
      id: 'days',
      name: '天数',
      titles: { en: 'Days' },
      type: 'long',
      required: true,
      isFixed: false,
      values: [],
      more: {},
    },
    {
      ...{ id: 'kind', name: '类型', titles: {}, type: 'enum', required: false, isFixed: true, more: { default: '1' } },
      values: [{ id: '1', name: '年假', titles: { en: 'Annual' } }],
    },
  ]);
  setTitle(editing, one.of('a'), 'en', 'Request');
  setWords(editing, one.of('a'), { assignee: assignees.applicant, dueDate: 'P2D' });
  setWords(editing, one.of('b'), { candidateUsers: '11,12', candidateGroups: 'hr' });
  setPosts(editing, one.of('b'), ['ceo']);
  setRepetition(editing, one.of('b'), {
    ...newRepetition,
    isSequential: true,
    collection: '11,12',
    agreement: 'share',
    share: 60,
  });
  setTimer(editing, one.of('late'), { kind: 'timeDuration', text: 'PT4H' });
  setCondition(editing, one.of('yes'), expressionOf('days > 3 && pass == true'));
  setAction(editing, one.of('x'), 'order.check');
  setParams(editing, one.of('x'), [{ name: 'id', value: expressionOf('days') }]);
  const { plan, faults } = readDiagram(await one.text(), actions);
  expect(faults).toEqual([]);
  const node = (id: string) => plan?.nodes.find((one) => one.id === id);
  expect(node('s')?.form).toEqual([
    {
      ...{ id: 'days', name: '天数', title: { zh: '天数', en: 'Days' }, type: 'long', required: true, readOnly: false },
      values: [],
    },
    {
      ...{ id: 'kind', name: '类型', title: { zh: '类型', en: '类型' }, type: 'enum', required: false, readOnly: true },
      initial: '1',
      values: [{ id: '1', name: '年假', title: { zh: '年假', en: 'Annual' } }],
    },
  ]);
  expect(node('a')).toMatchObject({
    title: { zh: '申请', en: 'Request' },
    due: 'P2D',
    candidates: { assignee: assignees.applicant },
  });
  expect(node('b')).toMatchObject({
    candidates: { users: ['11', '12'], groups: ['hr'], posts: ['ceo'] },
    loop: { isSequential: true, collection: '11,12', variable: 'assignee', agree: 60 },
  });
  expect(node('late')).toMatchObject({ interrupts: false, timer: { kind: 'duration', text: 'PT4H' } });
  expect(node('x')?.action).toEqual({ key: 'order.check', params: { id: expressionOf('days') } });
  expect(plan?.flows.find(({ id }) => id === 'yes')?.condition).toBeDefined();
  expect(plan?.flows.find(({ id }) => id === 'no')?.isDefault).toBe(true);
});

/** Codes of the faults that say that an element, or its event, does not run. */
function isTypeRefused(xml: string): boolean {
  const { faults } = readDiagram(xml, actions);
  return faults.some(({ code }) => code === 'cannotRun' || code === 'cannotRunEvent');
}
function tagOf(type: string): string {
  const name = type.replace('bpmn:', '');
  return name.charAt(0).toLowerCase() + name.slice(1);
}
function element(type: string, event: string): string {
  const more = type === 'bpmn:BoundaryEvent' ? 'attachedToRef="t"' : '';
  const inner = event === '' ? '' : `<${tagOf(event)}/>`;
  return file(`<userTask id="t"/><${tagOf(type)} id="x" ${more}>${inner}</${tagOf(type)}>`);
}

describe('the engine', () => {
  it.each(Object.entries(runnable).flatMap(([type, events]) => events.map((event) => [type, event] as const)))(
    'runs %s %s, which the designer offers',
    (type, event) => {
      expect(isTypeRefused(element(type, event))).toBe(false);
    },
  );

  it.each(notation.filter((type) => type !== 'bpmn:Lane'))('passes over %s, which is drawn for the reader', (type) => {
    expect(isTypeRefused(element(type, ''))).toBe(false);
  });

  it.each([
    ['bpmn:ScriptTask', ''],
    ['bpmn:CallActivity', ''],
    ['bpmn:EventBasedGateway', ''],
    ['bpmn:StartEvent', 'bpmn:MessageEventDefinition'],
    ['bpmn:EndEvent', 'bpmn:ErrorEventDefinition'],
    ['bpmn:BoundaryEvent', 'bpmn:SignalEventDefinition'],
    ['bpmn:IntermediateThrowEvent', 'bpmn:MessageEventDefinition'],
  ])('does not run %s %s, which the designer does not offer', (type, event) => {
    expect(isTypeRefused(element(type, event))).toBe(true);
    const events: Readonly<Record<string, readonly string[]>> = runnable;
    expect(events[type]?.includes(event) ?? false).toBe(false);
  });
});
