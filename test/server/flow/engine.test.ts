/** Diagrams run as BPMN says, and go on from their state after every command as if they had never stopped. */
import { readDiagram } from '../../../server/flow/engine/read';
import { Run } from '../../../server/flow/engine/run';
import { diagram, type Element, flow } from '../../support/diagrams';

function planOf(elements: Element[]) {
  const { plan, faults } = readDiagram(diagram('P', elements), new Set(['test.note']));
  expect(faults).toEqual([]);
  return plan!;
}

/** A run that is put away and recovered before each command. */
function began(elements: Element[], variables: Record<string, unknown> = {}, entry: string | null = null) {
  const plan = planOf(elements);
  let run = Run.begin(plan, variables, entry);
  const names = () =>
    run
      .waits()
      .map(({ node, person }) => (person ? `${node.id}:${person}` : node.id))
      .sort();
  const again = () => {
    const before = run.waits();
    run = Run.recover(plan, run.variables, JSON.parse(JSON.stringify(run.state())));
    expect(run.waits()).toEqual(before);
  };
  return {
    get waits() {
      return names();
    },
    get isOver() {
      return run.isOver;
    },
    get variables() {
      return run.variables;
    },
    get taken() {
      return run.events.filter(({ kind }) => kind === 'take').map(({ id }) => id);
    },
    get size() {
      return JSON.stringify(run.state()).length;
    },
    do(step: string, pass: boolean | undefined = undefined) {
      again();
      const wait = run.waits().find(({ node, person }) => (person ? `${node.id}:${person}` : node.id) === step);
      if (!wait) throw new Error(`${step} is not waited for, but ${names()}`);
      run.complete(wait.executionId, pass);
      return names();
    },
    fire(timer: string) {
      again();
      run.fire(run.waits().find(({ node }) => node.id === timer)!.executionId);
      return names();
    },
    set(variables: Record<string, unknown>) {
      run.variables = { ...run.variables, ...variables };
    },
  };
}

const [start, end] = ['startEvent s', 'endEvent e'];
const user = (id: string, more = '') => `userTask ${id} flowable:assignee="1" ${more}`;

describe('a run', () => {
  it('goes along the conditions, or along the default flow', () => {
    const elements = [start, user('a'), 'exclusiveGateway x default="no"', user('b'), end];
    const flows = ['s>a', 'a>x', 'x>b:yes ${pass == true && days > 3}', 'x>e:no', 'b>e'];
    const agreed = began([...elements, ...flow(flows)], { days: 5 });
    expect(agreed.waits).toEqual(['a']);
    expect(agreed.do('a', true)).toEqual(['b']);
    expect(agreed.do('b', true)).toEqual([]);
    expect(agreed.isOver).toBe(true);
    const refused = began([...elements, ...flow(flows)], { days: 5 });
    expect(refused.do('a', false)).toEqual([]);
    expect(refused.taken).toContain('no');
    expect(refused.isOver).toBe(true);
  });

  it('waits at a join for a branch whose other choice was not taken', () => {
    const elements = [
      ...[start, 'parallelGateway split', 'exclusiveGateway x default="skip"', user('a')],
      ...['exclusiveGateway merge', user('b'), 'parallelGateway join', user('last'), end],
      ...flow([
        's>split',
        'split>x',
        'split>b',
        'x>a ${more}',
        'x>merge:skip',
        'a>merge',
        'merge>join',
        'b>join',
        'join>last',
        'last>e',
      ]),
    ];
    const long = began(elements, { more: true });
    expect(long.waits).toEqual(['a', 'b']);
    expect(long.do('b')).toEqual(['a']);
    expect(long.do('a')).toEqual(['last']);
    expect(long.do('last')).toEqual([]);
    expect(long.isOver).toBe(true);
    const short = began(elements, { more: false });
    expect(short.waits).toEqual(['b']);
    expect(short.do('b')).toEqual(['last']);
  });

  it('goes through a parallel section again and again', () => {
    const run = began([
      ...[start, user('t'), 'parallelGateway split', user('a'), user('b'), 'parallelGateway join'],
      ...['exclusiveGateway x default="again"', end],
      ...flow(['s>t', 't>split', 'split>a', 'split>b', 'a>join', 'b>join', 'join>x', 'x>e ${pass}', 'x>t:again']),
    ]);
    let largest = 0;
    for (let round = 0; round < 12; round++) {
      expect(run.do('t')).toEqual(['a', 'b']);
      expect(run.do(round % 2 ? 'a' : 'b', false)).toEqual([round % 2 ? 'b' : 'a']);
      const pass = round === 11;
      expect(run.do(round % 2 ? 'b' : 'a', pass)).toEqual(pass ? [] : ['t']);
      if (round === 2) largest = run.size;
      if (round > 2 && !pass) expect(run.size).toBeLessThan(largest * 1.1);
    }
    expect(run.isOver).toBe(true);
  });

  it('joins as many branches of an inclusive section as were taken', () => {
    const elements = [
      ...[start, 'inclusiveGateway split default="d"', user('a'), user('b'), user('c'), 'inclusiveGateway join'],
      ...[user('last'), end],
      ...flow([
        's>split',
        'split>a ${x > 1}',
        'split>b ${x > 2}',
        'split>c:d',
        'a>join',
        'b>join',
        'c>join',
        'join>last',
        'last>e',
      ]),
    ];
    const two = began(elements, { x: 3 });
    expect(two.waits).toEqual(['a', 'b']);
    expect(two.do('a')).toEqual(['b']);
    expect(two.do('b')).toEqual(['last']);
    expect(two.do('last')).toEqual([]);
    expect(two.isOver).toBe(true);
    const one = began(elements, { x: 2 });
    expect(one.waits).toEqual(['a']);
    expect(one.do('a')).toEqual(['last']);
    const none = began(elements, { x: 1 });
    expect(none.waits).toEqual(['c']);
    expect(none.do('c')).toEqual(['last']);
  });

  it('ends a step by its timer, or goes on beside it', () => {
    const elements = (cancel: boolean) => [
      ...[
        start,
        user('a'),
        `boundaryEvent t attachedToRef="a" cancelActivity="${cancel}" | timer PT1H`,
        user('late'),
        end,
        'endEvent e2',
      ],
      ...flow(['s>a', 'a>e', 't>late', 'late>e2']),
    ];
    const interrupted = began(elements(true));
    expect(interrupted.waits).toEqual(['a', 't']);
    expect(interrupted.fire('t')).toEqual(['late']);
    expect(interrupted.do('late')).toEqual([]);
    expect(interrupted.isOver).toBe(true);
    const inTime = began(elements(true));
    expect(inTime.do('a')).toEqual([]);
    expect(inTime.isOver).toBe(true);
    const beside = began(elements(false));
    expect(beside.fire('t')).toEqual(['a', 'late']);
    expect(beside.do('a')).toEqual(['late']);
    expect(beside.do('late')).toEqual([]);
    expect(beside.isOver).toBe(true);
  });

  it('waits for a moment, and for an action', () => {
    const run = began([
      ...[start, 'serviceTask call leasedesk:action="test.note"', 'intermediateCatchEvent pause | timer P1D', end],
      ...flow(['s>call', 'call>pause', 'pause>e']),
    ]);
    expect(run.waits).toEqual(['call']);
    expect(run.do('call')).toEqual(['pause']);
    expect(run.fire('pause')).toEqual([]);
    expect(run.isOver).toBe(true);
  });

  it.each([
    ['all', [true, true, true], [3, true]],
    ['all', [true, false], [2, false]],
    ['any', [false, true], [2, true]],
    ['any', [false, false, false], [3, false]],
    ['60', [true, true], [2, true]],
    ['60', [false, false], [2, false]],
  ] as const)('asks several people until %s of them have agreed: %j', (agree, votes, [asked, outcome]) => {
    const loop = `<multiInstanceLoopCharacteristics flowable:collection="\${people}" flowable:elementVariable="who" leasedesk:agree="${agree}"/>`;
    const elements = [
      ...[
        start,
        `userTask t flowable:assignee="\${who}" | ${loop}`,
        'exclusiveGateway x default="no"',
        user('yes'),
        user('not'),
        end,
      ],
      ...flow(['s>t', 't>x', 'x>yes ${pass}', 'x>not:no', 'yes>e', 'not>e']),
    ];
    const run = began(elements, { people: ['11', '12', '13'] });
    expect(run.waits).toEqual(['t:11', 't:12', 't:13']);
    for (const [at, vote] of votes.entries()) {
      // A change of the variable does not change who was asked.
      run.set({ people: [] });
      run.do(`t:1${at + 1}`, vote);
    }
    expect([votes.length, run.waits]).toEqual([asked, [outcome ? 'yes' : 'not']]);
  });

  it('asks several people one after the other', () => {
    const loop = '<multiInstanceLoopCharacteristics isSequential="true" flowable:collection="11,12"/>';
    const run = began([start, `userTask t | ${loop}`, end, ...flow(['s>t', 't>e'])]);
    expect(run.waits).toEqual(['t:11']);
    expect(run.do('t:11', true)).toEqual(['t:12']);
    expect(run.do('t:12', true)).toEqual([]);
    expect([run.isOver, run.variables.pass]).toEqual([true, true]);
  });

  it('goes into a sub-process and out of it, and a terminate event ends everything', () => {
    const inner = [`startEvent ss`, user('inside'), 'endEvent se', ...flow(['ss>inside', 'inside>se'])];
    const run = began([
      ...[
        start,
        'parallelGateway split',
        { id: 'sub', inner },
        user('beside'),
        'endEvent stop | <terminateEventDefinition/>',
        end,
      ],
      ...flow(['s>split', 'split>sub', 'split>beside', 'sub>e', 'beside>stop']),
    ]);
    expect(run.waits).toEqual(['beside', 'inside']);
    const other = began([
      ...[
        start,
        'parallelGateway split',
        { id: 'sub', inner },
        user('beside'),
        'endEvent stop | <terminateEventDefinition/>',
        end,
      ],
      ...flow(['s>split', 'split>sub', 'split>beside', 'sub>e', 'beside>stop']),
    ]);
    expect(run.do('inside')).toEqual(['beside']);
    expect(run.do('beside')).toEqual([]);
    expect(run.isOver).toBe(true);
    expect(other.do('beside')).toEqual([]);
    expect(other.isOver).toBe(true);
  });

  it('begins at a step instead of the start event', () => {
    const run = began([start, user('a'), user('b'), end, ...flow(['s>a', 'a>b', 'b>e'])], {}, 'b');
    expect(run.waits).toEqual(['b']);
    expect(run.do('b')).toEqual([]);
    expect(run.isOver).toBe(true);
  });

  it('stops where no condition is met, and where nothing ever waits', () => {
    const way = [
      start,
      user('a'),
      'exclusiveGateway x',
      user('b'),
      end,
      ...flow(['s>a', 'a>x', 'x>b ${no == 1}', 'x>e ${no == 2}', 'b>e']),
    ];
    expect(() => began(way).do('a')).toThrow(expect.objectContaining({ problem: 'noWay' }));
    const chain = Array.from({ length: 250 }, (_, at) => `task n${at}`);
    const links = chain.slice(1).map((_, at) => `n${at}>n${at + 1}`);
    const long = began([start, ...chain, user('a'), end, ...flow(['s>n0', ...links, 'n249>a', 'a>e'])]);
    expect(long.waits).toEqual(['a']);
    expect(long.do('a')).toEqual([]);
    const inner = [
      'startEvent ss',
      'exclusiveGateway y default="by"',
      user('u'),
      'endEvent se',
      ...flow(['ss>y', 'y>u ${never}', 'y>se:by', 'u>se']),
    ];
    const circle = [
      start,
      { id: 'sub', inner },
      'exclusiveGateway x default="again"',
      end,
      ...flow(['s>sub', 'sub>x', 'x>e ${never}', 'x>sub:again']),
    ];
    expect(() => began(circle)).toThrow(expect.objectContaining({ problem: 'endless' }));
  });
});
