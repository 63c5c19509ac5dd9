import { label, textIn } from '../../../../contract/domain/text';
import { flowManager, suspensionStates } from '../../../../contract/modules/flow/flowManager';
import { StatusChip } from '../../../ui/layout/status';
import { defineFeature } from '../../crud/feature';
import { FlowDialog } from '../FlowViewer';
import { DeployDialog } from '../flowModel/DeployDialog';
import { deploys } from '../flowModel/deploySlice';
import { showFlow } from '../flowSlice';
import { changeState, managerSaga, removeDeployment } from './managerSaga';

const words = {
  suspend: label('挂起', 'Suspend'),
  activate: label('激活', 'Activate'),
  image: label('流程图', 'Diagram'),
  remove: label('删除', 'Delete'),
  upload: label('上传部署', 'Deploy a file'),
};
const { fields } = flowManager;

function Dialogs() {
  return (
    <>
      <DeployDialog />
      <FlowDialog />
    </>
  );
}

export const feature = defineFeature(
  flowManager,
  () => ({
    naming: 'name',
    columns: ['name', 'key', 'categoryName', 'version', 'suspensionState', 'running', 'deploymentTime'],
    widths: {
      name: 200,
      key: 140,
      categoryName: 120,
      running: 80,
    },
    phone: { name: 'name', key: 'code', suspensionState: 'state', categoryName: 'note', deploymentTime: 'date' },
    search: ['name', 'key', 'suspensionState', 'mode'],
    cells: {
      version: ({ version }) => `v${version}`,
      suspensionState: ({ suspensionState: state }, { language }) =>
        state === null ? null : (
          <StatusChip
            {...(state === suspensionStates.active
              ? { tone: 'plain-success', glyph: 'checkmark-circle' }
              : { tone: 'warning', glyph: 'pause' })}
          >
            {textIn(fields.suspensionState.choices?.[String(state)], language)}
          </StatusChip>
        ),
    },
    rowActions: [
      {
        key: 'image',
        label: words.image,
        icon: 'flow',
        permission: 'flow_manager_image',
        act: ({ id }) => showFlow({ processDefinitionId: id }),
      },
      ...(['suspend', 'activate'] as const).map((state) => ({
        key: state,
        label: words[state],
        icon: state === 'suspend' ? ('pause' as const) : ('play-circle' as const),
        permission: 'flow_manager_state',
        isShown: ({ suspensionState }: { suspensionState: number | null }) =>
          (suspensionState === suspensionStates.active) === (state === 'suspend'),
        act: ({ id, name, version }: { id: string; name: string | null; version: number | null }) =>
          changeState({ id, name: `${name} v${version}`, state: state === 'suspend' ? 'suspend' : 'active' }),
      })),
      {
        key: 'removeDeployment',
        label: words.remove,
        icon: 'delete',
        permission: 'flow_manager_remove',
        act: ({ deploymentId, name, version, running }) =>
          removeDeployment({ id: deploymentId ?? '', name: `${name} v${version}`, running: running ?? 0 }),
      },
    ],
    tools: [
      {
        key: 'upload',
        isRowless: true,
        tone: 'primary',
        label: words.upload,
        icon: 'arrow-upload',
        permission: 'flow_model_deploy',
        act: () => deploys.actions.showUpload(),
      },
    ],
    Dialogs,
  }),
  (list) => ({ needs: ['flow', 'flow_model'], saga: managerSaga(list) }),
);
