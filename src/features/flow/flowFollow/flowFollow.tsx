import { label, textIn } from '../../../../contract/domain/text';
import { flowFollow, instanceStates } from '../../../../contract/modules/flow/flowFollow';
import { StatusChip, type StatusChipProps } from '../../../ui/layout/status';
import { defineFeature } from '../../crud/feature';
import { FlowDialog } from '../FlowViewer';
import { showFlow } from '../flowSlice';
import { followSaga, terminate } from './followSaga';

const looks: Readonly<Record<number, Pick<StatusChipProps, 'tone' | 'glyph'>>> = {
  [instanceStates.running]: { tone: 'brand', glyph: 'play-circle' },
  [instanceStates.finished]: { tone: 'plain-success', glyph: 'checkmark-circle' },
  [instanceStates.terminated]: { tone: 'danger', glyph: 'dismiss-circle' },
  [instanceStates.withdrawn]: { tone: 'quiet', glyph: 'arrow-undo' },
};
const isOver = label('流程已结束', 'The process is already over');
const words = { image: label('流程图', 'Diagram'), terminate: label('终止', 'Terminate') };

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
      processDefinitionVersion: 80,
      taskName: 180,
      startUserName: 110,
      state: 96,
      startTime: 160,
      endTime: 160,
    },
    phone: {
      processDefinitionName: 'name',
      startUserName: 'code',
      state: 'state',
      taskName: 'note',
      startTime: 'date',
    },
    search: ['processDefinitionName', 'startUserName', 'state', 'startTime'],
    cells: {
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
        key: 'terminate',
        label: words.terminate,
        icon: 'prohibited',
        permission: 'flow_follow_delete',
        isOff: ({ state }) => (state === instanceStates.running ? undefined : isOver),
        act: ({ processInstanceId, processDefinitionName }) =>
          terminate({ id: processInstanceId ?? '', name: processDefinitionName ?? '' }),
      },
    ],
    Dialogs: FlowDialog,
  }),
  (list) => ({ needs: ['flow'], saga: followSaga(list) }),
);
