import { label, textIn } from '../../../../contract/domain/text';
import { flowFollow, instanceStates } from '../../../../contract/modules/flow/flowFollow';
import { actionLabel } from '../../../../contract/schema/module';
import { StatusChip, type StatusChipProps } from '../../../ui/layout/status';
import { defineFeature } from '../../crud/feature';
import { FlowDialog } from '../FlowViewer';
import { showFlow } from '../flowSlice';
import { followSaga, terminate } from './followSaga';
import { TransferDialog } from './TransferDialog';
import { transferSaga } from './transferSaga';
import { handing } from './transferSlice';

const looks: Readonly<Record<number, Pick<StatusChipProps, 'tone' | 'glyph'>>> = {
  [instanceStates.running]: { tone: 'brand', glyph: 'play-circle' },
  [instanceStates.finished]: { tone: 'plain-success', glyph: 'checkmark-circle' },
  [instanceStates.terminated]: { tone: 'danger', glyph: 'dismiss-circle' },
  [instanceStates.withdrawn]: { tone: 'quiet', glyph: 'arrow-undo' },
};
const isOver = label('流程已结束', 'The process is already over');
const words = {
  image: label('流程图', 'Diagram'),
  transfer: label(...actionLabel(flowFollow.actions.transfer)),
  terminate: label('终止', 'Terminate'),
};

function Dialogs() {
  return (
    <>
      <FlowDialog />
      <TransferDialog />
    </>
  );
}

export const feature = defineFeature(
  flowFollow,
  () => ({
    naming: 'processDefinitionName',
    columns: [
      'processDefinitionName',
      'processDefinitionVersion',
      'taskName',
      'startUserName',
      'state',
      'startTime',
      'endTime',
    ],
    widths: {
      processDefinitionName: 180,
      taskName: 180,
      startUserName: 110,
    },
    phone: {
      processDefinitionName: 'name',
      startUserName: 'code',
      state: 'state',
      taskName: 'note',
      startTime: 'date',
    },
    search: ['processDefinitionName', 'startUserName', 'state', 'isStuck', 'startTime'],
    cells: {
      taskName: ({ taskName, isStuck }, { language }) =>
        isStuck === 1 ? (
          <>
            {taskName}{' '}
            <StatusChip tone="danger" glyph="person">
              {textIn(flowFollow.fields.isStuck.label, language)}
            </StatusChip>
          </>
        ) : (
          taskName
        ),
      processDefinitionVersion: ({ processDefinitionVersion: version }) => version && `v${version}`,
      state: ({ state, reason }, { language }) =>
        state === null ? null : (
          <StatusChip {...looks[state]!} {...(reason ? { title: reason } : {})}>
            {textIn(flowFollow.fields.state.choices?.[String(state)], language)}
          </StatusChip>
        ),
    },
    rowActions: [
      {
        key: 'image',
        label: words.image,
        icon: 'flow',
        act: ({ processInstanceId }) => showFlow({ processInstanceId: processInstanceId ?? '' }),
      },
      {
        key: 'transfer',
        label: words.transfer,
        icon: 'arrow-swap',
        permission: 'flow_follow_transfer',
        isOff: ({ state }) => (state === instanceStates.running ? undefined : isOver),
        act: ({ processInstanceId, processDefinitionName }) =>
          handing.actions.show({ processInstanceId: processInstanceId ?? '', name: processDefinitionName ?? '' }),
      },
      {
        key: 'terminate',
        label: words.terminate,
        icon: 'prohibited',
        permission: 'flow_follow_delete',
        isOff: ({ state }) => (state === instanceStates.running ? undefined : isOver),
        act: ({ processInstanceId, processDefinitionName }) =>
          terminate({ id: processInstanceId ?? '', name: processDefinitionName ?? '' }),
      },
    ],
    Dialogs,
  }),
  (list) => ({
    needs: ['flow', 'people'],
    slices: [handing],
    *saga(world) {
      yield* followSaga(list)(world);
      yield* transferSaga(list)(world);
    },
  }),
);
