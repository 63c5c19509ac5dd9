/** What would run differently elsewhere is named, once for each cause and by its true reason. */
import { readDiagram } from '../../../server/flow/engine/read';
import { xmlText } from '../../../server/kernel/sheets/xmlEncoding';
import { diagram, type Element, flow } from '../../support/diagrams';

const [start, end] = ['startEvent s', 'endEvent e'];
const task = (more = '', id = 'a') => `userTask ${id} flowable:assignee="bob" ${more}`;
const straight = flow(['s>a', 'a>e']);
function faultsOf(xml: string): string[] {
  return readDiagram(xml, new Set(['test.note'])).faults.map(({ elementId, code, at }) =>
    [elementId, code, ...(at === undefined ? [] : [at])].join(' '),
  );
}
function faults(...elements: Element[]): string[] {
  return faultsOf(diagram('P', elements));
}
const withCamunda = (xml: string) =>
  xml.replace(
    '<definitions ',
    '<definitions xmlns:camunda="http://camunda.org/schema/1.0/bpmn" xmlns:activiti="http://activiti.org/bpmn" ',
  );

describe('who handles a step, and whether it comes', () => {
  it.each([
    ['flowable:skipExpression="${amount &lt; 5}"', 'a foreignAttribute flowable:skipExpression'],
    ['flowable:businessCalendarName="holidays"', 'a foreignAttribute flowable:businessCalendarName'],
    ['flowable:owner="ann"', 'a foreignAttribute flowable:owner'],
    ['isForCompensation="true"', 'a foreignAttribute isForCompensation'],
    ['startQuantity="2"', 'a foreignAttribute startQuantity'],
  ])('of a step by %s', (attribute, fault) => {
    expect(faults(start, task(attribute), end, ...straight)).toEqual([fault]);
  });

  it.each([
    ['camunda:skipExpression="${false}"', 'camunda:skipExpression'],
    ['activiti:skipExpression="${true}"', 'activiti:skipExpression'],
  ])('under another name of the family: %s', (attribute, at) => {
    expect(faultsOf(withCamunda(diagram('P', [start, task(attribute), end, ...straight])))).toEqual([
      `a foreignAttribute ${at}`,
    ]);
  });

  it('of a process by those who may start it', () => {
    for (const name of ['candidateStarterUsers', 'candidateStarterGroups']) {
      const xml = diagram('P', [start, task(), end, ...straight]).replace(
        '<process ',
        `<process flowable:${name}="nobody" `,
      );
      expect(faultsOf(xml)).toEqual([`P foreignAttribute flowable:${name}`]);
    }
  });

  it.each(['potentialOwner', 'humanPerformer'])('by %s of the standard', (role) => {
    const people = `<${role}><resourceAssignmentExpression><formalExpression>user(ann)</formalExpression></resourceAssignmentExpression></${role}>`;
    expect(faults(start, `${task()} | ${people}`, end, ...straight)).toEqual([`a roleOfStandard ${role}`]);
  });

  it('by a number of times', () => {
    const loop =
      '<multiInstanceLoopCharacteristics flowable:collection="${people}" behavior="None"><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics>';
    expect(faults(start, `${task()} | ${loop}`, end, ...straight)).toEqual([
      'a foreignAttribute behavior',
      'a foreignElement loopCardinality',
    ]);
  });

  it('by a default flow that has a condition, or is no way out', () => {
    const ways = flow(['s>x', 'x>a:yes ${pass}', 'x>e:no ${!pass}', 'a>e']);
    expect(faults(start, 'exclusiveGateway x default="no"', task(), end, ...ways)).toEqual(['no defaultCondition']);
    expect(faults(start, 'exclusiveGateway x default="a_e"', task(), end, ...ways)).toEqual(['x badDefault a_e']);
  });

  it('is not changed by what only describes, or says what is usual', () => {
    const plain =
      'flowable:async="true" flowable:exclusive="true" flowable:formKey="f" flowable:priority="50" startQuantity="1"';
    expect(faults(start, task(plain), end, ...straight)).toEqual([]);
    expect(faults(start, `${task()} | <potentialOwner/>`, end, ...straight)).toEqual([]);
  });
});

describe('one cause has one fault', () => {
  it('of a timer that stands where none may', () => {
    const timer = '<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>';
    expect(faults(`${start} | ${timer}`, task(), end, ...straight)).toEqual(['s startTimer']);
    expect(faults(start, task(), `${end} | ${timer}`, ...straight)).toEqual(['e timerHere']);
    const late = (host: string) => `boundaryEvent b attachedToRef="${host}" | ${timer}`;
    const ways = flow(['s>a', 'a>e', 'b>e']);
    expect(faults(start, 'manualTask a', late('a'), end, ...ways)).toEqual(['b attachedHere']);
    expect(faults(start, task(), late('tns:a'), end, ...ways)).toEqual([]);
    expect(faults(start, task(), late('gone'), end, ...ways)).toEqual(['b badAttached']);
    expect(faults(start, 'callActivity a', late('a'), end, ...ways)).toEqual(['a cannotRun']);
  });

  it('of an event sub-process, a compensation and an event that is attached, to which no flow leads', () => {
    const inner = diagram('P', [
      start,
      task(),
      end,
      ...straight,
      { id: 'p', inner: ['startEvent t', 'endEvent u', ...flow(['t>u'])] },
    ]);
    expect(faultsOf(inner.replace('id="p"', 'id="p" triggeredByEvent="true"'))).toEqual(['p eventSubProcess']);
    const undo = task('isForCompensation="true"', 'c');
    expect(faults(start, task(), undo, end, ...straight)).toEqual(['c foreignAttribute isForCompensation']);
    const error = 'boundaryEvent b attachedToRef="a" | <errorEventDefinition/>';
    const service = 'serviceTask a leasedesk:action="test.note"';
    expect(faults(start, service, error, end, ...straight, ...flow(['b>e']))).toEqual(['b cannotRunEvent']);
  });

  it('of a flow without an ID, which is named by its ends', () => {
    const whole = diagram('P', [start, task(), end, ...straight]);
    const bare = whole.replace(/(<sequenceFlow) id="[^"]*"/g, '$1');
    expect(faultsOf(bare)).toEqual([' flowWithoutId s → a', ' flowWithoutId a → e']);
    expect(faults(start, task(), end, ...flow(['s>a:one', 'a>e:one']))).toEqual(['one sameId']);
  });

  it('of an event of another kind, a condition that is not understood, or a program', () => {
    const message = 'intermediateCatchEvent a | <messageEventDefinition/>';
    expect(faults(start, message, end, ...straight)).toEqual(['a cannotRunEvent']);
    const ways = flow(['s>x', 'x>a:yes ${a(}', 'x>e:no', 'a>e']);
    const found = faults(start, 'exclusiveGateway x', task(), end, ...ways);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^yes badCondition/);
    expect(faults(start, 'serviceTask a implementation="##WebService"', end, ...straight)).toEqual([
      'a foreignService implementation',
    ]);
  });
});

describe('a file is read in the encoding that it is written in', () => {
  const xml = diagram('P', [start, task('name="请审批"'), end, ...straight]);
  const declared = (encoding: string) => xml.replace('UTF-8', encoding);
  const swapped = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();
  const chinese = (text: string) => {
    const [before = '', after = ''] = text.split('请审批');
    return Buffer.concat([Buffer.from(before), Buffer.from('c7ebc9f3c5fa', 'hex'), Buffer.from(after)]);
  };
  it.each([
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${xml}`)],
    ['UTF-16, the low byte first', Buffer.from(`\uFEFF${declared('UTF-16')}`, 'utf16le')],
    ['UTF-16, the high byte first', swapped(declared('UTF-16'))],
    ['UTF-16 without its mark', Buffer.from(declared('UTF-16'), 'utf16le')],
    ['GB18030', chinese(declared('GB18030'))],
    ['GBK', chinese(declared('gbk'))],
  ])('%s', (_name, bytes) => {
    const text = xmlText(bytes);
    expect(text).toContain('encoding="UTF-8"');
    expect(readDiagram(text, new Set()).plan?.nodes[1]?.name).toBe('请审批');
  });
  it('and refused where its bytes are not in it', () => {
    expect(() => xmlText(chinese(xml))).toThrow();
    expect(() => xmlText(Buffer.from(declared('EBCDIC-CP-US')))).toThrow();
  });
});

describe('what jBPM and Zeebe decide by, under any prefix', () => {
  const withOthers = (xml: string) =>
    xml.replace(
      '<definitions ',
      '<definitions xmlns:tns="http://www.jboss.org/drools" xmlns:z="http://camunda.org/schema/zeebe/1.0" ',
    );
  const others = (step: Element) => faultsOf(withOthers(diagram('P', [start, step, end, ...straight])));
  it('the program of a task', () => {
    expect(others('task a tns:taskName="async" tns:displayName="async"')).toEqual([
      'a foreignAttribute drools:taskName',
    ]);
  });
  it.each(['tns:onEntry-script', 'tns:onExit-script', 'z:loopCharacteristics', 'z:taskSchedule', 'z:taskListeners'])(
    'the element %s',
    (name) => {
      const at = name.replace('tns:', 'drools:').replace('z:', 'zeebe:');
      expect(others(`${task()} | <extensionElements><${name}/></extensionElements>`)).toEqual([
        `a foreignElement ${at}`,
      ]);
    },
  );
  it('the program of a service, which is the one cause for which no action is chosen', () => {
    const program = '<extensionElements><z:taskDefinition type="pay"/></extensionElements>';
    expect(others(`serviceTask a | ${program}`)).toEqual(['a foreignService zeebe:taskDefinition']);
  });
  it('a process whose steps are begun by hand', () => {
    const xml = (value: string) =>
      withOthers(diagram('P', [start, task(), end, ...straight])).replace(
        '<process ',
        `<process tns:adHoc="${value}" `,
      );
    expect(faultsOf(xml('true'))).toEqual(['P foreignAttribute drools:adHoc']);
    expect(faultsOf(xml('false'))).toEqual([]);
  });
  it('but not what only describes', () => {
    expect(others(`${task('tns:selectable="true"')} | <extensionElements><z:properties/></extensionElements>`)).toEqual(
      [],
    );
  });
});
