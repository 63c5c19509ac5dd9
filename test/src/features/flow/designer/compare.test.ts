/** What a comparison of two versions finds. */
import { compared } from '../../../../../src/features/flow/designer/compare';
import { setForm, setWords } from '../../../../../src/features/flow/designer/words';
import { editing, file, openFile, reopened } from '../../../../support/processFile';

const before = file(
  '<startEvent id="s"/><userTask id="a" name="经理审批"/><subProcess id="sub"><userTask id="in"/></subProcess><endEvent id="e"/><sequenceFlow id="f" sourceRef="s" targetRef="a"/>',
);

async function differences(change: (one: Awaited<ReturnType<typeof openFile>>) => void, after = before) {
  const [old, now] = [await openFile(before), await openFile(after)];
  change(now);
  return compared(old.definitions, (await reopened(now)).definitions);
}

it('finds nothing between a file and itself', async () => {
  expect(await differences(() => undefined)).toEqual([]);
});

it('finds new, removed and changed elements, also inside of others', async () => {
  const after = before
    .replace('<userTask id="in"/>', '<userTask id="other" name="新"/>')
    .replace('name="经理审批"', 'name="总监审批"')
    .replace('sourceRef="s" targetRef="a"', 'sourceRef="s" targetRef="sub"');
  expect(await differences(() => undefined, after)).toEqual([
    { kind: 'added', id: 'other', type: 'bpmn:UserTask', name: '新', what: [] },
    { kind: 'removed', id: 'in', type: 'bpmn:UserTask', name: '', what: [] },
    { kind: 'changed', id: 'a', type: 'bpmn:UserTask', name: '总监审批', what: ['name'] },
    { kind: 'changed', id: 'f', type: 'bpmn:SequenceFlow', name: '', what: ['targetRef'] },
  ]);
});

it('finds changes of people and forms', async () => {
  const found = await differences((one) => {
    setWords(editing, one.of('a'), { candidateGroups: 'hr' });
    setForm(editing, one.of('s'), [
      { id: 'days', name: '', titles: {}, type: 'long', required: false, isFixed: false, values: [], more: {} },
    ]);
  });
  expect(found.map(({ id, what }) => [id, what])).toEqual([
    ['s', ['extensionElements']],
    ['a', ['flowable:candidateGroups']],
  ]);
});

it('names an element whose type has changed', async () => {
  const found = await differences(
    () => undefined,
    before.replace('<userTask id="a" name="经理审批"/>', '<serviceTask id="a" name="经理审批"/>'),
  );
  expect(found).toEqual([{ kind: 'changed', id: 'a', type: 'bpmn:ServiceTask', name: '经理审批', what: ['type'] }]);
});
