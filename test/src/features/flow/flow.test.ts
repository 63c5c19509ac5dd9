/** Diagrams of processes: marks, and the message where there is nothing to draw. */

import {
  diagramOf,
  dialogName,
  flow,
  hideFlow,
  markersOf,
  mostXml,
  showFlow,
  undrawableKind,
} from '../../../../src/features/flow/flowSlice';
import { loadFeature } from '../../../../src/features/registry';
import { session } from '../../../../src/store/session';
import { quiet, start } from '../../../support/fakeWorld';

/** The page's code is large, and loading it must not count for a test's time. */
beforeAll(() => Promise.all(['frame', 'test'].map(loadFeature)), 60_000);

function activity(historyActivityId: string, historyActivityType: string, endTime: string | null = null) {
  return {
    historyActivityId,
    historyActivityType,
    endTime,
  };
}
const then = '2026-01-05 09:00:00';
const xml = '<definitions/>';

it.each([
  ['<bpmn:definitions><bpmn:process/></bpmn:definitions>', 'undrawn'],
  ['<definitions><bpmndi:BPMNPlane/></definitions>', 'unreadable'],
  ['<html/>', 'unreadable'],
])('the file %s that cannot be drawn is %s', (file, kind) => expect(undrawableKind(file)).toBe(kind));

describe('an element of a diagram', () => {
  it.each([
    ['a step under way', activity('a', 'userTask'), { a: 'running' }],
    ['a step under way, with an empty end', activity('a', 'userTask', ''), { a: 'running' }],
    ['a step that ended', activity('a', 'userTask', then), { a: 'done' }],
    ['an event that ended', activity('a', 'startEvent', then), { a: 'done' }],
    ['a step that waits to be claimed', activity('a', 'candidate'), {}],
    ['somebody who could have acted', activity('a', 'candidate', then), {}],
    ['a way that was taken', activity('a', 'sequenceFlow', then), { a: 'line' }],
    ['a way that has no end time', activity('a', 'sequenceFlow'), { a: 'line' }],
  ])('that stands for %s', (_what, entry, markers) => {
    expect(markersOf([entry])).toEqual(markers);
  });

  it('looks as its last entry says', () => {
    expect(markersOf([activity('a', 'userTask', then), activity('a', 'userTask')])).toEqual({ a: 'running' });
    expect(markersOf([activity('a', 'userTask'), activity('b', 'userTask'), activity('a', 'userTask', then)])).toEqual({
      a: 'done',
      b: 'running',
    });
    expect(markersOf([activity('a', 'userTask', then), activity('a', 'candidate')])).toEqual({});
  });

  it('is not marked by an entry that is none', () => {
    expect(markersOf([null, 7, 'x', {}, { historyActivityId: 3 }, activity('', 'userTask')])).toEqual({});
  });
});

describe('an answer', () => {
  it.each([
    ['with the diagram', { xml, flow: [activity('a', 'userTask')] }, { kind: 'ready', xml, markers: { a: 'running' } }],
    ['with the diagram one level down', { data: { xml, flow: [] } }, { kind: 'ready', xml, markers: {} }],
    ['without what happened', { xml }, { kind: 'ready', xml, markers: {} }],
    ['with something else in its place', { xml, flow: 'x' }, { kind: 'ready', xml, markers: {} }],
    ['without a diagram', { flow: [] }, { kind: 'empty' }],
    ['with an empty diagram', { xml: '  ' }, { kind: 'empty' }],
    ['with a number for a diagram', { xml: 7 }, { kind: 'empty' }],
    ['of nothing', null, { kind: 'empty' }],
    ['of a list', [], { kind: 'empty' }],
    ['of 5 MB', { xml: 'x'.repeat(5 * 1024 * 1024) }, { kind: 'tooLarge' }],
    ['that just fits', { xml: 'x'.repeat(mostXml), flow: null }, expect.objectContaining({ kind: 'ready' })],
  ])('%s', (_what, answer, diagram) => expect(diagramOf(answer)).toEqual(diagram));
});

const source = { processInstanceId: '1123598821738675201' };
const path = '/model-view';
async function watching() {
  const app = await start({ at: '/test/index', settings: { testerMode: true } });
  const shown = () => (app.see(flow.selectors.of as never, dialogName) as { diagram: unknown } | undefined)?.diagram;
  return { ...app, shown };
}

describe('the viewer', () => {
  it('asks for a process or for a definition, and shows what comes', async () => {
    const app = await watching();
    app.do(showFlow(source));
    expect(app.shown()).toEqual({ kind: 'loading' });
    await quiet();
    expect(app.last(path).call).toMatchObject({ method: 'GET', query: source });
    await app.last(path).answer({ xml, flow: [] });
    expect(app.shown()).toEqual({ kind: 'ready', xml, markers: {} });
    app.do(flow.actions.view({ name: 'page', source: { processDefinitionId: 'leave:1' } }));
    await quiet();
    expect(app.last(path).call.query).toEqual({ processDefinitionId: 'leave:1' });
    app.do(hideFlow());
    expect(app.shown()).toBeUndefined();
  });

  it('says in its own place why there is nothing, and tells it nowhere else', async () => {
    const app = await watching();
    app.do(showFlow(source));
    await quiet();
    await app.last(path).refuse(400, '流程不存在');
    expect(app.shown()).toEqual({ kind: 'refused', text: '流程不存在' });
    app.do(showFlow(source));
    expect(app.shown()).toEqual({ kind: 'loading' });
    await quiet();
    await app.last(path).cutOff();
    expect(app.shown()).toEqual({ kind: 'cutOff' });
    expect(app.toasts()).toEqual([]);
  });

  it('gives up the question when it closes, and opens on nothing old', async () => {
    const app = await watching();
    app.do(showFlow(source));
    await quiet();
    app.do(hideFlow());
    await quiet();
    expect(app.last(path).isAborted).toBe(true);
    await app.last(path).answer({ xml, flow: [] });
    expect(app.slice('flow').byName).toEqual({});
  });

  it('shows the diagram asked for last, whichever answer comes last', async () => {
    const app = await watching();
    app.do(showFlow(source));
    await quiet();
    app.do(showFlow({ processInstanceId: '2' }));
    await quiet();
    const [one, two] = app.calls(path);
    await two!.answer({ xml: '<two/>' });
    await one!.answer({ xml: '<one/>' });
    expect(app.shown()).toMatchObject({ xml: '<two/>' });
  });

  it('keeps what it shows while it asks again, and goes with the session', async () => {
    const app = await watching();
    app.do(showFlow(source));
    await quiet();
    await app.last(path).answer({ xml, flow: [] });
    app.do(showFlow(source));
    expect(app.shown()).toMatchObject({ kind: 'ready' });
    await quiet();
    app.do(session.actions.signedOut());
    await quiet();
    expect(app.slice('flow')?.byName ?? {}).toEqual({});
  });
});
