/** What the panel of the designer reads from a file and writes into it, by bpmn-moddle, which the engine reads with. */
import { isElementId } from '../../../../../contract/domain/bpmn/ids';
import { assignees } from '../../../../../contract/domain/bpmn/words';
import {
  actionOf,
  conditionOf,
  documentationOf,
  isConditional,
  isDefault,
  isForOthers,
  newRepetition,
  paramsOf,
  postsOf,
  repetitionOf,
  sectionsOf,
  setAction,
  setCondition,
  setDocumentation,
  setForOthers,
  setParams,
  setPosts,
  setRepetition,
  setTimer,
  spanOf,
  spanText,
  timerOf,
} from '../../../../../src/features/flow/designer/properties';
import {
  type FormField,
  formOf,
  listOf,
  setForm,
  setTitle,
  setWords,
  titlesOf,
  wordOf,
} from '../../../../../src/features/flow/designer/words';
import { editing, file, openFile, reopened } from '../../../../support/processFile';

const task = file('<userTask id="t" name="复核"/>');

describe('the people of a task', () => {
  it('are written where tools of the family look for them', async () => {
    const one = await openFile(task);
    setWords(editing, one.of('t'), { assignee: assignees.applicant, dueDate: 'P2D' });
    setWords(editing, one.of('t'), { candidateUsers: '11,12', candidateGroups: 'hr,boss' });
    expect(await one.text()).toContain('xmlns:flowable="http://flowable.org/bpmn"');
    expect(await one.text()).toContain(
      `flowable:assignee="${assignees.applicant}" flowable:dueDate="P2D" flowable:candidateUsers="11,12" flowable:candidateGroups="hr,boss"`,
    );
    const again = (await reopened(one)).of('t');
    expect(wordOf(again, 'assignee')).toBe(assignees.applicant);
    expect(listOf(wordOf(again, 'candidateUsers'))).toEqual(['11', '12']);
    setWords(editing, again, { assignee: '', dueDate: '' });
    expect([wordOf(again, 'assignee'), wordOf(again, 'dueDate'), wordOf(again, 'candidateGroups')]).toEqual([
      '',
      '',
      'hr,boss',
    ]);
  });

  it.each([
    ['camunda', 'http://camunda.org/schema/1.0/bpmn'],
    ['activiti', 'http://activiti.org/bpmn'],
    ['vendor', 'http://flowable.org/bpmn'],
  ])('are read from %s, and stand in one place after a change', async (prefix, uri) => {
    const one = await openFile(
      file(`<userTask id="t" ${prefix}:assignee="a" ${prefix}:priority="50"/>`, `xmlns:${prefix}="${uri}"`),
    );
    expect(wordOf(one.of('t'), 'assignee')).toBe('a');
    setWords(editing, one.of('t'), { assignee: 'b' });
    const text = await one.text();
    expect(text.match(/:assignee="/g)).toHaveLength(1);
    expect(text).toContain(`${prefix}:priority="50"`); // what the panel does not know stays
    expect(wordOf((await reopened(one)).of('t'), 'assignee')).toBe('b');
  });
});

describe('the form of a task', () => {
  const fields: FormField[] = [
    { id: 'days', name: '天数', titles: {}, type: 'long', required: true, isFixed: false, values: [], more: {} },
    {
      id: 'kind',
      name: '类型',
      titles: { en: 'Kind' },
      type: 'enum',
      required: false,
      isFixed: true,
      values: [
        { id: '1', name: '年假', titles: { en: 'Annual' } },
        { id: '2', name: '病假', titles: {} },
      ],
      more: { default: '1' },
    },
  ];

  it('is read back as it was written, beside other extensions', async () => {
    const one = await openFile(
      file(
        '<userTask id="t"><extensionElements><flowable:taskListener event="create" class="x"/></extensionElements></userTask>',
        'xmlns:flowable="http://flowable.org/bpmn"',
      ),
    );
    setForm(editing, one.of('t'), fields);
    const again = await reopened(one);
    expect(formOf(again.of('t'))).toEqual(fields);
    expect(await again.text()).toContain('<flowable:taskListener event="create" class="x" />');
    setForm(editing, again.of('t'), []);
    expect(formOf((await reopened(again)).of('t'))).toEqual([]);
    expect(await again.text()).toContain('taskListener');
    expect(await again.text()).not.toContain('formProperty');
  });

  it('is read from the form data of Camunda', async () => {
    const one = await openFile(
      file(
        `<startEvent id="s"><extensionElements><camunda:formData><camunda:formField id="days" label="天数" type="long" defaultValue="1"><camunda:validation><camunda:constraint name="required"/></camunda:validation></camunda:formField></camunda:formData></extensionElements></startEvent>`,
        'xmlns:camunda="http://camunda.org/schema/1.0/bpmn"',
      ),
    );
    expect(formOf(one.of('s'))).toEqual([{ ...fields[0], more: { defaultValue: '1' } }]);
  });
});

describe('a flow', () => {
  const branching = file(
    '<startEvent id="s"/><exclusiveGateway id="g" default="f2"/><endEvent id="e"/><endEvent id="e2"/><sequenceFlow id="f0" sourceRef="s" targetRef="g"/><sequenceFlow id="f1" sourceRef="g" targetRef="e"/><sequenceFlow id="f2" sourceRef="g" targetRef="e2"/>',
  );
  it('has a condition, or is the way without one', async () => {
    const one = await openFile(branching);
    setCondition(editing, one.of('f1'), '$' + '{days > 3 && pass == true}');
    const again = await reopened(one);
    expect(conditionOf(again.of('f1'))).toBe('$' + '{days > 3 && pass == true}');
    expect([isConditional(again.of('f0')), isConditional(again.of('f1'))]).toEqual([false, true]);
    expect([isDefault(again.of('f1')), isDefault(again.of('f2'))]).toEqual([false, true]);
    setCondition(editing, again.of('f1'), '');
    expect(await again.text()).not.toContain('conditionExpression');
  });
});

describe('a timer', () => {
  it('ends after a while, at a time, or again and again', async () => {
    const one = await openFile(
      file(
        '<userTask id="t"/><boundaryEvent id="b" attachedToRef="t"><timerEventDefinition id="d"/></boundaryEvent><intermediateCatchEvent id="m"><messageEventDefinition/></intermediateCatchEvent>',
      ),
    );
    expect(timerOf(one.of('b'))).toEqual({ kind: 'timeDuration', text: '' });
    expect(timerOf(one.of('m'))).toBeUndefined();
    setTimer(editing, one.of('b'), { kind: 'timeDuration', text: 'PT4H' });
    setTimer(editing, one.of('b'), { kind: 'timeDate', text: '2026-12-01T09:00:00' });
    const again = await reopened(one);
    expect(timerOf(again.of('b'))).toEqual({ kind: 'timeDate', text: '2026-12-01T09:00:00' });
    expect(await again.text()).not.toContain('timeDuration');
    expect([sectionsOf(again.of('b')), sectionsOf(again.of('m'))]).toEqual([
      ['general', 'timer', 'boundary'],
      ['general'],
    ]);
  });

  it.each([
    ['PT30M', { count: 30, unit: 'minute' }],
    ['PT4H', { count: 4, unit: 'hour' }],
    ['P2D', { count: 2, unit: 'day' }],
  ] as const)('says %s in words', (text, span) => {
    expect(spanOf(text)).toEqual(span);
    expect(spanText(span)).toBe(text);
  });
  it.each(['', 'P1M', 'PT1H30M', '2 days'])('leaves %j as it is', (text) => expect(spanOf(text)).toBeUndefined());
});

it('a task for several people says whom, and how many must agree', async () => {
  const one = await openFile(task);
  expect(repetitionOf(one.of('t'))).toBeUndefined();
  setRepetition(editing, one.of('t'), newRepetition);
  expect(repetitionOf((await reopened(one)).of('t'))).toEqual(newRepetition);
  const share = { isSequential: true, collection: '$' + '{reviewers}', agreement: 'share', share: 60 } as const;
  setRepetition(editing, one.of('t'), share);
  const again = await reopened(one);
  expect(repetitionOf(again.of('t'))).toEqual(share);
  const text = await again.text();
  for (const word of [
    'isSequential="true"',
    'leasedesk:agree="60"',
    'flowable:collection="$' + '{reviewers}"',
    'flowable:elementVariable="assignee"',
  ])
    expect(text).toContain(word);
  setRepetition(editing, again.of('t'), { ...newRepetition, agreement: 'any' });
  expect(await again.text()).toContain('leasedesk:agree="any"');
  expect(await again.text()).not.toContain('collection=');
  setRepetition(editing, again.of('t'), undefined);
  expect(await again.text()).not.toContain('multiInstance');
});

it('a service task names its action and what it is given in our own namespace', async () => {
  const one = await openFile(file('<serviceTask id="t"/>'));
  expect([actionOf(one.of('t')), paramsOf(one.of('t'))]).toEqual(['', []]);
  setAction(editing, one.of('t'), 'order.start');
  setParams(editing, one.of('t'), [{ name: 'id', value: 'x' }]);
  setForm(editing, one.of('t'), []);
  expect(await one.text()).toContain('leasedesk:action="order.start"');
  const again = await reopened(one);
  expect([actionOf(again.of('t')), paramsOf(again.of('t'))]).toEqual(['order.start', [{ name: 'id', value: 'x' }]]);
  setParams(editing, again.of('t'), []);
  expect(await again.text()).not.toContain('extensionElements');
});

it('an element has a name for each language, beside its form and other extensions', async () => {
  const one = await openFile(task);
  setForm(editing, one.of('t'), [
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
  ]);
  setTitle(editing, one.of('t'), 'en', 'Approve');
  const again = await reopened(one);
  expect([titlesOf(again.of('t')), formOf(again.of('t'))[0]?.titles]).toEqual([{ en: 'Approve' }, { en: 'Days' }]);
  setTitle(editing, again.of('t'), 'en', '');
  setForm(editing, again.of('t'), []);
  expect(await again.text()).not.toContain('extensionElements');
});

it('posts may be candidates', async () => {
  const one = await openFile(task);
  setPosts(editing, one.of('t'), ['ceo', 'coo']);
  expect(postsOf((await reopened(one)).of('t'))).toBe('ceo,coo');
  setPosts(editing, one.of('t'), []);
  expect(await one.text()).not.toContain('candidatePosts');
});

it('a step may be for a person who has decided on no other', async () => {
  const one = await openFile(task);
  expect(isForOthers(one.of('t'))).toBe(false);
  setForOthers(editing, one.of('t'), true);
  const again = await reopened(one);
  expect(isForOthers(again.of('t'))).toBe(true);
  expect(await again.text()).toContain('leasedesk:otherPerson="true"');
  setForOthers(editing, one.of('t'), false);
  expect(await one.text()).not.toContain('otherPerson');
});

it('a documentation is one text', async () => {
  const one = await openFile(task);
  setDocumentation(editing, one.of('t'), '先核对凭证');
  const again = await reopened(one);
  expect(documentationOf(again.of('t'))).toBe('先核对凭证');
  setDocumentation(editing, again.of('t'), '');
  expect(await again.text()).not.toContain('documentation');
});

it.each([
  ['leave', true],
  ['leave-2.a', true],
  ['_x', true],
  ['2nd', false],
  ['请假', false],
  ['a b', false],
  ['', false],
])('the id %j is sound: %s', (id, isSound) => expect(isElementId(id)).toBe(isSound));
